/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.reload.ReloadProblem;
import dev.serai.gateway.task.LiveTask;
import dev.serai.gateway.version.RollbackRule;
import dev.serai.gateway.version.Rollout;
import dev.serai.gateway.version.TaskState;
import dev.serai.gateway.version.Version;
import dev.serai.gateway.version.VersionEvent;
import dev.serai.gateway.version.Watch;

/** Versions and what serves, as operators see them. Times are ISO 8601 in UTC. */
final class VersionViews {
    private VersionViews() {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record VersionView(
            int version,
            String id,
            String hash,
            String profileVersion,
            String created,
            String by,
            String why,
            String serves) {
        /** @param serves {@code active}, {@code candidate} or null */
        static VersionView of(Version version, String serves) {
            return new VersionView(
                    version.sequence(),
                    version.id(),
                    version.hash(),
                    version.profileVersion(),
                    text(version.created()),
                    version.by(),
                    version.why(),
                    serves);
        }
    }

    /** What the fleet has agreed on. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record StateView(
            String task,
            long revision,
            Integer active,
            RolloutView rollout,
            WatchView watch,
            String rollBackAt,
            String changed) {
        static StateView of(TaskState state) {
            return new StateView(
                    state.task(),
                    state.revision(),
                    state.active(),
                    RolloutView.of(state.rollout()),
                    WatchView.of(state.watch()),
                    text(state.revertAt()),
                    text(state.changedAt()));
        }
    }

    record RolloutView(int version, double percent) {
        static RolloutView of(Rollout rollout) {
            return rollout == null ? null : new RolloutView(rollout.candidate(), rollout.percent());
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WatchView(
            int version, int against, String until, Double errorMargin, Double invalidMargin, Integer minimumCalls) {
        static WatchView of(Watch watch) {
            if (watch == null) {
                return null;
            }
            RollbackRule rule = watch.rule();
            return new WatchView(
                    watch.subject(),
                    watch.baseline(),
                    text(watch.until()),
                    rule == null ? null : rule.errorMargin(),
                    rule == null ? null : rule.invalidMargin(),
                    rule == null ? null : rule.minimumCalls());
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EventView(
            long revision, String action, Integer from, Integer to, Double percent, String at, String by, String why) {
        static EventView of(VersionEvent event) {
            return new EventView(
                    event.revision(),
                    event.action().code(),
                    event.from(),
                    event.to(),
                    event.share() == null ? null : event.share() / 100.0,
                    text(event.at()),
                    event.deed().who(),
                    event.deed().why());
        }
    }

    /** Ids of the versions that the instance which answers serves. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record HereView(String active, String candidate) {
        static HereView of(LiveTask task) {
            return new HereView(
                    task.active().routeVersion(),
                    task.candidate() == null ? null : task.candidate().routeVersion());
        }
    }

    /** Line and column are missing where the file as a whole is meant. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ProblemView(String file, Integer line, Integer column, String reason, String hint, String since) {
        static ProblemView of(ReloadProblem problem) {
            return new ProblemView(
                    problem.file(),
                    problem.line() > 0 ? problem.line() : null,
                    problem.column() > 0 ? problem.column() : null,
                    problem.problem(),
                    problem.fix(),
                    text(problem.since()));
        }
    }

    static String text(Instant time) {
        return time == null ? null : time.toString();
    }
}
