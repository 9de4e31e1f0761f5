/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

import com.fasterxml.jackson.annotation.JsonInclude;

/** What judges have said of a call's answers: a part of the call. Thread-safe. */
public final class Judgement {
    /** What may be said of an answer that was to be judged before its client got it. */
    public enum Confidence {
        HIGH,
        /** Its score is below what its task wants. */
        LOW,
        /** No judge has scored it. */
        UNJUDGED;

        /** As headers, records and metrics have it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What a judge has said of an answer.
     *
     * @param deployment whose answer it is
     * @param score      0 to 10; null where there is none
     * @param reason     why there is none: an error class, or what kind of answer is not judged; else null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Score(String deployment, Integer score, String reason) {}

    private final List<Score> scores = new CopyOnWriteArrayList<>();
    private volatile Confidence confidence;

    /** That of the call, made at its first use. */
    public static Judgement begin(Call call) {
        return call.part(Judgement.class, Judgement::new);
    }

    /** Null where nothing was to be judged. */
    public static Judgement of(Call call) {
        return call.part(Judgement.class);
    }

    public void add(Score score) {
        scores.add(score);
    }

    /** In the order in which the answers were judged. */
    public List<Score> scores() {
        return scores;
    }

    /** Whether a client would have to be told of its answer that it is low, or unjudged. */
    public static boolean isDoubtful(Call call) {
        Judgement judgement = of(call);
        return judgement != null && judgement.confidence != null && judgement.confidence != Confidence.HIGH;
    }

    public void conclude(Confidence word) {
        confidence = word;
    }

    /** Null where the client did not wait for a judge. */
    public Confidence confidence() {
        return confidence;
    }
}
