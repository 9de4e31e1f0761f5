/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.List;

import dev.serai.gateway.fleet.Change;
import dev.serai.gateway.fleet.Stamped;

/**
 * How a deployment's breaker stands, for all instances: what each of them makes of it is in {@link DeploymentBreaker}.
 * Immutable; all times are milliseconds of the fleet's clock.
 *
 * @param forced    what an operator has set, or null: calls then change nothing
 * @param window    the latest calls, counted while it is closed
 * @param openUntil when the cooldown ends; 0 while it is closed
 * @param probeFrom when a probe is allowed where every deployment is cooling
 * @param trial     counts the trials that were leased
 * @param trialBy   the instance that may make the one trial call, or null
 * @param trialUntil when that instance's lease ends
 */
record BreakerState(
        Forced forced,
        BreakerWindow window,
        long openUntil,
        long probeFrom,
        long trial,
        String trialBy,
        long trialUntil,
        long stamp)
        implements Stamped {
    static final BreakerState CLOSED = new BreakerState(null, BreakerWindow.EMPTY, 0, 0, 0, null, 0, 0);

    private static final long serialVersionUID = 1L;

    /** What an operator can set. */
    enum Forced {
        OPEN,
        CLOSED
    }

    boolean isOpen() {
        return openUntil > 0;
    }

    /** Whether that instance holds the lease of the trial call. */
    boolean isTrialOf(String instance, long now) {
        return isOpen() && forced == null && instance.equals(trialBy) && now < trialUntil;
    }

    /** Whether an instance could get the trial call now. */
    boolean mayBeTried(boolean early, long now) {
        return isOpen() && forced == null && now >= (early ? probeFrom : openUntil);
    }

    /** What an instance has seen of the deployment, in that order. */
    static Change<BreakerState> record(List<CallResult> results, BreakerPolicy policy, String by) {
        return new Record(List.copyOf(results), policy, by);
    }

    /** Gives the trial call to an instance, or longer, unless another one has it. */
    static Change<BreakerState> lease(String by, boolean early, long forMillis) {
        return new Lease(by, early, forMillis);
    }

    /** What an operator sets; null gives the breaker back to the calls, closed and with nothing counted. */
    static Change<BreakerState> force(Forced forced) {
        return new Force(forced);
    }

    private BreakerState opened(CallResult failure, long now) {
        return new BreakerState(
                null,
                BreakerWindow.EMPTY,
                now + failure.cooldownMs(),
                now + failure.probeAfterMs(),
                trial,
                null,
                0,
                Stamped.after(this, now));
    }

    private BreakerState closed(BreakerWindow counted, long now) {
        return new BreakerState(null, counted, 0, 0, trial, null, 0, Stamped.after(this, now));
    }

    private record Record(List<CallResult> results, BreakerPolicy policy, String by) implements Change<BreakerState> {
        private static final long serialVersionUID = 1L;

        @Override
        public BreakerState apply(BreakerState old, long now) {
            BreakerState state = old == null ? CLOSED : old;
            for (CallResult result : results) {
                state = next(state, result, now);
            }
            return state;
        }

        private BreakerState next(BreakerState state, CallResult result, long now) {
            if (state.forced != null || state.isOpen() && !state.isTrialOf(by, now)) {
                return state;
            }
            if (state.isOpen()) {
                return result.failed() ? state.opened(result, now) : state.closed(BreakerWindow.EMPTY, now);
            }
            BreakerWindow window = result.answeredFirst()
                    ? state.window.withBroken(policy.window())
                    : state.window.with(result.failed(), policy.window());
            return result.failed() && window.opens(policy) ? state.opened(result, now) : state.closed(window, now);
        }
    }

    private record Lease(String by, boolean early, long forMillis) implements Change<BreakerState> {
        private static final long serialVersionUID = 1L;

        @Override
        public BreakerState apply(BreakerState old, long now) {
            if (old == null || !old.isOpen() || old.forced != null) {
                return old == null ? CLOSED : old;
            }
            boolean mine = old.isTrialOf(by, now);
            if (!mine && (now < old.trialUntil || !old.mayBeTried(early, now))) {
                return old;
            }
            return new BreakerState(
                    null,
                    old.window,
                    old.openUntil,
                    old.probeFrom,
                    mine ? old.trial : old.trial + 1,
                    by,
                    now + forMillis,
                    Stamped.after(old, now));
        }

        /** Its call is over by then. */
        @Override
        public boolean outlivesOutage() {
            return false;
        }
    }

    private record Force(Forced forced) implements Change<BreakerState> {
        private static final long serialVersionUID = 1L;

        @Override
        public BreakerState apply(BreakerState old, long now) {
            long trials = old == null ? 0 : old.trial;
            return new BreakerState(forced, BreakerWindow.EMPTY, 0, 0, trials, null, 0, Stamped.after(old, now));
        }
    }
}
