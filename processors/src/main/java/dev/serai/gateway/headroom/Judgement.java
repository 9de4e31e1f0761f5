/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import dev.serai.gateway.headroom.DeploymentHeadroom.Limits;
import dev.serai.gateway.headroom.TaskHeadroom.Verdict;

/**
 * Weighs one task's load against what its fallbacks have to spare, once by requests and once by tokens. Pure.
 *
 * @param load      what the primary carries for the task
 * @param fallbacks those that could be asked instead
 * @param rivals    for each of them, what the same primary carries for all tasks that would turn to it, this one included
 */
record Judgement(Load load, List<DeploymentHeadroom> fallbacks, List<Load> rivals) {

    /** @param ratio of the known limits; @param unknown whether some limit is not known */
    private record Side(double ratio, boolean unknown) {
        boolean isShort() {
            return ratio < 1 && !unknown;
        }

        boolean isOpen() {
            return ratio < 1 && unknown;
        }
    }

    Verdict verdict() {
        if (fallbacks.isEmpty()) {
            return Verdict.NO_FALLBACK;
        }
        if (load.isNone()) {
            return Verdict.IDLE;
        }
        if (requests().isShort() || tokens().isShort()) {
            return Verdict.SHORT;
        }
        return requests().isOpen() || tokens().isOpen() ? Verdict.UNKNOWN : Verdict.ENOUGH;
    }

    /** Null unless the verdict is that it is enough or short. */
    Double headroom() {
        Verdict verdict = verdict();
        if (verdict != Verdict.ENOUGH && verdict != Verdict.SHORT) {
            return null;
        }
        double requests =
                requests().isOpen() ? Double.POSITIVE_INFINITY : requests().ratio();
        double tokens = tokens().isOpen() ? Double.POSITIVE_INFINITY : tokens().ratio();
        return Math.round(Math.min(requests, tokens) * 1000) / 1000.0;
    }

    /** Null unless it is short. */
    Load shortBy() {
        return verdict() == Verdict.SHORT
                ? new Load(missing(requests(), load.requests()), missing(tokens(), load.tokens()))
                : null;
    }

    private static long missing(Side side, long carried) {
        return side.isShort() ? (long) Math.ceil(carried * (1 - side.ratio())) : 0;
    }

    private Side requests() {
        return side(Load::requests, Limits::requestsPerMinute);
    }

    private Side tokens() {
        return side(Load::tokens, Limits::tokensPerMinute);
    }

    private Side side(ToLongFunction<Load> carried, Function<Limits, Long> limit) {
        double ratio = 0;
        boolean unknown = false;
        for (int i = 0; i < fallbacks.size(); i++) {
            Long spare = limit.apply(fallbacks.get(i).spare());
            if (spare == null) {
                unknown = true;
            } else {
                long wanted = carried.applyAsLong(rivals.get(i));
                ratio += wanted == 0 ? 1 : (double) spare / wanted;
            }
        }
        return new Side(ratio, unknown);
    }
}
