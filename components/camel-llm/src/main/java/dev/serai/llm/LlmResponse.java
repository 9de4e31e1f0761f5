/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

/**
 * A whole answer in the dialect of its request. Immutable; the body array must not be changed.
 *
 * @param dialect    the dialect of {@code body}
 * @param body       UTF-8 JSON; the provider's own bytes where door and provider speak the same dialect
 * @param model      the model that the provider says has answered; may be null
 * @param responseId the provider's id of the answer or of its HTTP request; may be null
 * @param stopReason why the model stopped; null where the operation is no chat
 * @param usage      what the provider reports; null where it reports nothing
 * @param advice     an error class that fits an answer which is no HTTP error (a refusal, a tool call cut off in the
 *                   middle), or null
 */
public record LlmResponse(
        Dialect dialect,
        byte[] body,
        String model,
        String responseId,
        StopReason stopReason,
        Usage usage,
        ErrorClass advice) {

    /** Never the content. */
    @Override
    public String toString() {
        return "LlmResponse[" + dialect.code() + ", " + model + ", " + body.length + " bytes, " + stopReason + "]";
    }
}
