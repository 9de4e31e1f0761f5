/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.Map;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.RequestTranslator;
import dev.serai.llm.dialect.TokenCountForm;
import dev.serai.llm.dialect.anthropic.AnthropicTokenCount;
import dev.serai.llm.dialect.gemini.GeminiTokenCount;

/** Counts the tokens of a chat request, as the provider would read it. Stateless, thread-safe. */
public final class TokenCounting implements ProviderOperation {
    /** The dialects in which callers can ask. */
    private static final Map<Dialect, TokenCountForm> FORMS = Map.of(
            Dialect.ANTHROPIC_MESSAGES, new AnthropicTokenCount(),
            Dialect.GEMINI_GENERATE, new GeminiTokenCount());

    private final TokenCountForm target;
    private final UnaryOperator<String> path;

    /** @param path by the model */
    public TokenCounting(TokenCountForm target, UnaryOperator<String> path) {
        this.target = target;
        this.path = path;
    }

    @Override
    public PreparedCall prepare(LlmRequest request, String model) throws LlmException {
        TokenCountForm source = FORMS.get(request.dialect());
        if (source == null) {
            throw LlmException.unsupported(null, request.dialect().code() + " has no request for a count of tokens.");
        }
        boolean same = source.dialect() == target.dialect();
        byte[] payload = same ? target.edit(request.payload(), model) : translated(request, source, model);
        return PreparedCall.below(path.apply(model), payload, (body, tree) -> {
            long tokens = target.read(tree).orElseThrow(TokenCounting::noCount);
            byte[] answer = same ? body : Json.bytes(source.answer(tokens));
            return new LlmResponse(request.dialect(), answer, model, null, null, null, null);
        });
    }

    private byte[] translated(LlmRequest request, TokenCountForm source, String model) throws LlmException {
        JsonNode chat = source.chat(Json.parseRequest(request.payload()));
        ObjectNode written = RequestTranslator.translate(
                Codecs.of(source.dialect()), chat, Codecs.of(target.dialect()), request.mayLose());
        return Json.bytes(target.write(written, model));
    }

    private static LlmException noCount() {
        return LlmException.of(ErrorClass.OUTPUT_INVALID)
                .code("no_count")
                .detail("the answer has no count")
                .reason("The model's provider did not send a count of tokens.")
                .build();
    }
}
