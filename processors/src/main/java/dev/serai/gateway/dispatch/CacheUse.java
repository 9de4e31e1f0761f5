/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Locale;

/** What a call had of the answers that are kept for others like it: a part of a call whose task keeps them. Thread-safe. */
public final class CacheUse {
    /** What came of it. */
    public enum Answer {
        /** It was given an answer that was kept. */
        HIT,
        /** There was none. */
        MISS,
        /** Its caller wanted a new one. */
        BYPASS;

        /** As records, headers and metrics have it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The answer that a hit was given.
     *
     * @param requestId  of the call that it was made for
     * @param deployment that made it
     * @param model      as the provider calls it; may be null
     * @param ageMillis  how old it was
     */
    public record Original(String requestId, String deployment, String model, long ageMillis) {}

    private final Answer answer;
    private final Original original;

    private CacheUse(Answer answer, Original original) {
        this.answer = answer;
        this.original = original;
    }

    public static void hit(Call call, Original original) {
        call.part(CacheUse.class, () -> new CacheUse(Answer.HIT, original));
    }

    /** @param answer miss or bypass */
    public static void none(Call call, Answer answer) {
        call.part(CacheUse.class, () -> new CacheUse(answer, null));
    }

    /** Null where the call's task keeps no answers. */
    public static CacheUse of(Call call) {
        return call.part(CacheUse.class);
    }

    public static boolean isHit(Call call) {
        CacheUse use = of(call);
        return use != null && use.answer == Answer.HIT;
    }

    /** Whether a call that is over was given an answer that was kept: nothing has refused it before. */
    public static boolean wasGiven(Call call) {
        return isHit(call) && (call.outcome().failure() == null || call.firstContentMillis() != null);
    }

    public Answer answer() {
        return answer;
    }

    /** Null but for a hit. */
    public Original original() {
        return original;
    }
}
