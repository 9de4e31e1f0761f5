/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Repeat;
import dev.serai.gateway.dispatch.SharedAnswer;

/** What records say of calls that need not be made twice. */
public final class Reuse {
    private Reuse() {}

    /** @param original the request id of the call whose answer it is; null for its own */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Idempotency(String answer, String original) {
        static Idempotency of(Call call) {
            Repeat repeat = Repeat.of(call);
            return repeat == null || repeat.answer() == null
                    ? null
                    : new Idempotency(repeat.answer().code(), repeat.original());
        }
    }

    /**
     * What the call had of the answers that are kept.
     *
     * @param answer   {@code hit}, {@code miss} or {@code bypass}
     * @param original the request id of the call whose answer it is; null but for a hit
     * @param ageMs    of that answer; null but for a hit
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Cache(String answer, String original, Long ageMs) {
        static Cache of(Call call) {
            CacheUse use = CacheUse.of(call);
            if (use == null || CacheUse.isHit(call) && !CacheUse.wasGiven(call)) {
                return null;
            }
            CacheUse.Original made = use.original();
            return made == null
                    ? new Cache(use.answer().code(), null, null)
                    : new Cache(use.answer().code(), made.requestId(), made.ageMillis());
        }
    }

    /**
     * That the call shared an answer with others that asked the same at the same time.
     *
     * @param role     {@code made} or {@code joined}
     * @param original the request id of the call that made it; null for its own
     * @param calls    how many share its cost; null where this one does not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Shared(String role, String original, Integer calls) {
        static Shared of(Call call) {
            SharedAnswer.Share share = SharedAnswer.joinedBy(call);
            if (share != null) {
                SharedAnswer answer = share.of();
                return new Shared(
                        "joined", answer.maker().requestId(), answer.isSharedBy(share) ? answer.calls() : null);
            }
            SharedAnswer made = SharedAnswer.madeBy(call);
            return made == null || made.calls() == 1 ? null : new Shared("made", null, made.calls());
        }
    }
}
