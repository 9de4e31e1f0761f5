/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.net.URI;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.PreparedCall;
import dev.serai.llm.provider.ProviderOperation;

/**
 * Embeddings at one provider. Callers speak the provider's own form, which passes through, or OpenAI's, which is
 * translated. Stateless, thread-safe.
 */
public final class EmbeddingsOperation implements ProviderOperation {
    private final EmbeddingsCodec codec;
    private final Address address;

    public EmbeddingsOperation(EmbeddingsCodec codec, Address address) {
        this.codec = codec;
        this.address = address;
    }

    /** Where requests go. */
    public interface Address {
        URI of(String baseUrl, String model, JsonNode payload);

        /** The same path for every model. */
        static Address below(String path) {
            return (baseUrl, model, payload) -> URI.create(baseUrl + path);
        }
    }

    @Override
    public PreparedCall prepare(LlmRequest request, String model) throws LlmException {
        if (request.dialect() == codec.dialect()) {
            return passedThrough(request, model);
        }
        if (request.dialect() == Dialect.OPENAI_CHAT && codec instanceof EmbeddingsCodec.Translated writer) {
            return translated(request, model, writer);
        }
        throw LlmException.unsupported(
                null,
                "This provider's embeddings are not asked for in the form of "
                        + request.dialect().code() + ": use " + Dialect.OPENAI_CHAT.code() + ".");
    }

    private PreparedCall passedThrough(LlmRequest request, String model) throws LlmException {
        byte[] payload = codec.edit(request.payload(), model, request.mayLose());
        JsonNode tree = Json.parseRequest(payload);
        EmbeddingsCodec.Asked asked = codec.asked(tree);
        return new PreparedCall(base -> address.of(base, model, tree), payload, (body, answer) -> {
            Embeddings read = codec.read(answer);
            asked.check(read);
            return response(request, body, read, model);
        });
    }

    private PreparedCall translated(LlmRequest request, String model, EmbeddingsCodec.Translated writer)
            throws LlmException {
        EmbeddingsRequest wanted = OpenAiEmbeddings.readRequest(Json.parseRequest(request.payload()));
        ObjectNode payload = writer.write(wanted, model, request.mayLose());
        EmbeddingsCodec.Asked asked = codec.asked(payload);
        return new PreparedCall(base -> address.of(base, model, payload), Json.bytes(payload), (body, answer) -> {
            Embeddings read = codec.read(answer);
            asked.check(read);
            return response(
                    request, Json.bytes(OpenAiEmbeddings.writeAnswer(read, model, wanted.base64())), read, model);
        });
    }

    /** Several providers do not repeat the model in their answers. */
    private static LlmResponse response(LlmRequest request, byte[] body, Embeddings read, String model) {
        String answered = read.model() == null ? model : read.model();
        return new LlmResponse(request.dialect(), body, answered, read.id(), null, read.usage(), null);
    }
}
