/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.provider.PreparedCall;
import dev.serai.llm.provider.ProviderOperation;

/**
 * Moderation in OpenAI's form. It passes through: categories are each provider's own, and what a flag means is the caller's
 * decision. Stateless, thread-safe.
 */
public final class Moderation implements ProviderOperation {
    private final String path;

    public Moderation(String path) {
        this.path = path;
    }

    @Override
    public PreparedCall prepare(LlmRequest request, String model) throws LlmException {
        if (request.dialect() != Dialect.OPENAI_CHAT) {
            throw LlmException.unsupported(
                    null, "Moderation is asked for in the form of " + Dialect.OPENAI_CHAT.code() + " only.");
        }
        JsonSplice payload = new JsonSplice(request.payload());
        if (!Json.present(payload.get("input"))) {
            throw LlmException.invalid("input", "input must be a text, or an array with at least one");
        }
        byte[] edited = payload.set("model", TextNode.valueOf(model)).toBytes();
        return PreparedCall.below(path, edited, (body, tree) -> response(body, tree, model));
    }

    private static LlmResponse response(byte[] body, JsonNode tree, String model) throws LlmException {
        if (!tree.path("results").isArray()) {
            throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                    .code("no_results")
                    .detail("the answer has no results")
                    .reason("The provider did not send a judgement.")
                    .build();
        }
        String answered = Json.nonEmpty(tree, "model");
        return new LlmResponse(
                Dialect.OPENAI_CHAT,
                body,
                answered == null ? model : answered,
                Json.text(tree, "id"),
                null,
                usage(tree.path("usage").path("prompt_tokens")),
                null);
    }

    /** OpenAI's moderation is free and reports none. */
    private static Usage usage(JsonNode tokens) {
        return tokens.isIntegralNumber() ? new Usage(Math.max(0, tokens.longValue()), 0, 0, 0, 0) : null;
    }
}
