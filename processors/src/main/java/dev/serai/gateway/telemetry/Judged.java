/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Judgement;

/**
 * What judges have said of a call's answers, as its record tells it.
 *
 * @param confidence null where the client did not wait for the scores
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Judged(String confidence, List<Judgement.Score> scores) {
    /** Null where nothing was to be judged. */
    static Judged of(Call call) {
        Judgement judgement = Judgement.of(call);
        if (judgement == null) {
            return null;
        }
        Judgement.Confidence confidence = judgement.confidence();
        return new Judged(confidence == null ? null : confidence.code(), List.copyOf(judgement.scores()));
    }
}
