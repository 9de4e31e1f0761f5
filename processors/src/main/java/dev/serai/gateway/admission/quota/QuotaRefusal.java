/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * Which limit has refused a call, as the decision record tells it. Immutable.
 *
 * @param of           {@code caller}, {@code task} or {@code deployment}
 * @param name         of the caller, the task or the deployment
 * @param limit        {@code requests}, {@code input_tokens}, {@code output_tokens} or {@code tokens}
 * @param reserved     true where only what is reserved for higher priorities was left; else null
 * @param retryAfterMs until there is enough, if nobody else takes it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QuotaRefusal(String of, String name, String limit, long perMinute, Boolean reserved, long retryAfterMs) {

    static QuotaRefusal of(Charge.Refused refused) {
        Limit.Id id = refused.limit().id();
        return new QuotaRefusal(
                id.scope().code(),
                id.name(),
                id.kind().code(),
                refused.limit().perMinute(),
                id.ordinary() ? true : null,
                Math.max(1, refused.retryAfter().toMillis()));
    }

    static LlmException failure(Charge.Refused refused, String code) {
        Limit.Id id = refused.limit().id();
        return LlmException.of(ErrorClass.RATE_LIMITED)
                .code(code)
                .detail("the " + id.scope().code() + "'s " + id.kind().code() + " of a minute are used up")
                .reason(sentence(refused.limit()))
                .retryAfter(refused.retryAfter())
                .build();
    }

    /** Callers are told their own limits and their task's, not what the gateway is granted by providers. */
    private static String sentence(Limit limit) {
        String what = limit.perMinute() + " " + limit.id().kind().words() + " per minute";
        String ordinary = limit.id().ordinary() ? " for calls of this priority" : "";
        return switch (limit.id().scope()) {
            case CALLER -> "Rate limit reached: this key may have " + what + ".";
            case TASK -> "Rate limit reached: this task may have " + what + ordinary + ".";
            case DEPLOYMENT -> "Rate limit reached: the models of this task are at the limit of their provider.";
        };
    }
}
