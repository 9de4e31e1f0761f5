/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.mistral;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.provider.PreparedCall;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.openai.Moderation;

/** Moderation in OpenAI's form, but of texts only; its answers have categories of their own and no flag. */
final class MistralModeration implements ProviderOperation {
    private final Moderation openAi = new Moderation("/moderations");

    @Override
    public PreparedCall prepare(LlmRequest request, String model) throws LlmException {
        JsonNode input = new JsonSplice(request.payload()).get("input");
        if (input != null && input.isArray() && !input.path(0).isTextual()) {
            throw LlmException.unsupported("input", "input: Mistral judges texts, no parts");
        }
        return openAi.prepare(request, model);
    }
}
