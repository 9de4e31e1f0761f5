/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.admission.quota.Limit.Scope;
import dev.serai.gateway.deployment.RateLimits;
import dev.serai.gateway.edition.Edition;
import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.task.LiveTask;

/** All limits that are configured, and what is left of them. Thread-safe. */
@Component
public final class QuotaReport {
    private final Allowances allowances;
    private final Editions editions;

    QuotaReport(Allowances allowances, Editions editions) {
        this.allowances = allowances;
        this.editions = editions;
    }

    /**
     * One limit.
     *
     * @param of         {@code caller}, {@code task} or {@code deployment}
     * @param limit      {@code requests}, {@code input_tokens}, {@code output_tokens} or {@code tokens}
     * @param atOnce     what a full bucket lets come at once
     * @param left       what may come now, as far as this instance knows
     * @param unreserved what calls of a low priority may have of it a minute; null where nothing is reserved
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(String of, String name, String limit, long perMinute, long atOnce, long left, Long unreserved) {}

    /** Callers, tasks and deployments, each in the order of their names. */
    public List<Row> rows() {
        Edition edition = editions.current();
        List<Row> rows = new ArrayList<>();
        edition.callers().callers().forEach(caller -> quota(rows, Scope.CALLER, caller.name(), caller.quotas()));
        edition.tasks().values().stream()
                .sorted(Comparator.comparing(LiveTask::name))
                .forEach(task -> quota(
                        rows, Scope.TASK, task.name(), task.active().contract().quota()));
        edition.deployments().all().forEach(deployment -> {
            RateLimits granted = deployment.rateLimits();
            add(rows, Scope.DEPLOYMENT, deployment.name(), Kind.REQUESTS, declared(granted.requestsPerMinute()));
            add(rows, Scope.DEPLOYMENT, deployment.name(), Kind.TOKENS, declared(granted.tokensPerMinute()));
        });
        return rows;
    }

    private void quota(List<Row> rows, Scope scope, String name, Quota quota) {
        add(rows, scope, name, Kind.REQUESTS, quota.requestsPerMinute());
        add(rows, scope, name, Kind.INPUT_TOKENS, quota.inputTokensPerMinute());
        add(rows, scope, name, Kind.OUTPUT_TOKENS, quota.outputTokensPerMinute());
    }

    private void add(List<Row> rows, Scope scope, String name, Kind kind, Integer perMinute) {
        if (perMinute == null) {
            return;
        }
        Limit limit = Limit.of(scope, name, kind, perMinute);
        double reserved = scope == Scope.CALLER ? 0 : allowances.settings().reservedShare();
        Charge charge = allowances.look(limit);
        rows.add(new Row(
                scope.code(),
                name,
                kind.code(),
                perMinute,
                limit.count(charge.holds()),
                charge.left(),
                reserved == 0 ? null : limit.ordinary(reserved).perMinute()));
    }

    private static Integer declared(int limit) {
        return limit == RateLimits.UNDECLARED ? null : Integer.valueOf(limit);
    }
}
