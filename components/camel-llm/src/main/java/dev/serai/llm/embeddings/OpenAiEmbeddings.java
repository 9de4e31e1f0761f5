/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.embeddings.EmbeddingsRequest.Purpose;

/** OpenAI's form, which callers of every provider may speak: besides its own fields it has {@code input_type}, the purpose. */
public final class OpenAiEmbeddings implements EmbeddingsCodec {
    private static final int CHARS_OF_TOKEN = 4;

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public byte[] edit(byte[] payload, String model, Set<String> mayLose) throws LlmException {
        return new JsonSplice(payload).set("model", TextNode.valueOf(model)).toBytes();
    }

    @Override
    public Asked asked(JsonNode payload) {
        JsonNode input = payload.path("input");
        int vectors = isTokens(input) ? 1 : Asked.count(input);
        JsonNode dimensions = payload.path("dimensions");
        return new Asked(
                vectors, dimensions.canConvertToInt() && dimensions.intValue() > 0 ? dimensions.intValue() : null);
    }

    @Override
    public Embeddings read(JsonNode body) throws LlmException {
        JsonNode data = body.path("data");
        if (!data.isArray()) {
            throw Embeddings.invalid("no_vectors", "the answer has no data");
        }
        float[][] vectors = new float[data.size()][];
        for (int i = 0; i < vectors.length; i++) {
            int index = data.get(i).path("index").asInt(i);
            if (index < 0 || index >= vectors.length || vectors[index] != null) {
                throw Embeddings.invalid("wrong_index", "a vector's index is out of range or there twice");
            }
            vectors[index] = Vectors.read(data.get(i).path("embedding"));
        }
        return new Embeddings(
                Json.text(body, "id"),
                Json.text(body, "model"),
                List.of(vectors),
                Embeddings.usage(body.path("usage").path("prompt_tokens")));
    }

    /**
     * Reads a request that goes to a provider with another form.
     *
     * @throws LlmException invalid_request naming the field
     */
    public static EmbeddingsRequest readRequest(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        fields.ignore("model");
        JsonNode input = input(fields.take("input"));
        boolean tokens = isTokens(input) || input.isArray() && isTokens(input.get(0));
        List<String> texts = tokens ? List.of() : texts(input);
        Integer dimensions = fields.positiveInt("dimensions");
        String encoding = fields.string("encoding_format");
        if (encoding != null && !encoding.equals("float") && !encoding.equals("base64")) {
            throw fields.invalid("encoding_format", "encoding_format must be float or base64");
        }
        Purpose purpose = purpose(fields.string("input_type"));
        return new EmbeddingsRequest(texts, tokens, dimensions, "base64".equals(encoding), purpose, fields.rest());
    }

    /**
     * Reads what the gateway must know of a request, without translating it. The length is that of the longest input: each is
     * embedded on its own.
     *
     * @throws LlmException invalid_request where the model or the input is wrong
     */
    public static RequestSummary summarize(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        String model = PayloadScan.model(fields);
        JsonNode input = input(fields.take("input"));
        long longest = isTokens(input) ? length(input) : 0;
        for (JsonNode one : input.isArray() ? input : Json.array().add(input)) {
            longest = Math.max(longest, length(one));
        }
        int depth = new PayloadScan(payload, Map.of(), Set.of()).depth();
        return new RequestSummary(model, false, true, null, Set.of(), longest, depth);
    }

    /** In characters. */
    private static long length(JsonNode input) {
        return input.isTextual() ? input.textValue().length() : (long) input.size() * CHARS_OF_TOKEN;
    }

    /**
     * The input of a request: a text, texts, tokens or arrays of tokens.
     *
     * @throws LlmException invalid_request where there is none
     */
    private static JsonNode input(JsonNode input) throws LlmException {
        boolean text = input != null && input.isTextual();
        boolean list = input != null && input.isArray() && !input.isEmpty();
        if (!text && !list) {
            throw LlmException.invalid("input", "input must be a text, or an array with at least one text");
        }
        return input;
    }

    /** Whether it is one array of tokens. */
    private static boolean isTokens(JsonNode input) {
        return input.isArray() && !input.isEmpty() && input.get(0).isNumber();
    }

    private static List<String> texts(JsonNode input) throws LlmException {
        if (input.isTextual()) {
            return List.of(input.textValue());
        }
        List<String> texts = new ArrayList<>(input.size());
        for (JsonNode text : input) {
            if (!text.isTextual()) {
                throw LlmException.invalid(
                        "input[" + texts.size() + "]", "input[" + texts.size() + "] must be a text, as the others are");
            }
            texts.add(text.textValue());
        }
        return texts;
    }

    private static Purpose purpose(String code) throws LlmException {
        if (code == null) {
            return null;
        }
        for (Purpose purpose : Purpose.values()) {
            if (purpose.code().equals(code)) {
                return purpose;
            }
        }
        String known = Arrays.stream(Purpose.values()).map(Purpose::code).collect(Collectors.joining(", "));
        throw LlmException.invalid("input_type", "input_type must be one of " + known);
    }

    /** Writes vectors that came in another form. Where the provider reported no usage there is none: it is not 0. */
    public static ObjectNode writeAnswer(Embeddings answer, String model, boolean base64) {
        ObjectNode body = Json.object().put("object", "list");
        ArrayNode data = body.putArray("data");
        for (float[] vector : answer.vectors()) {
            ObjectNode item = data.addObject().put("object", "embedding").put("index", data.size() - 1);
            item.set("embedding", base64 ? TextNode.valueOf(Vectors.base64(vector)) : Vectors.write(vector));
        }
        body.put("model", answer.model() == null ? model : answer.model());
        if (answer.usage() != null) {
            body.putObject("usage")
                    .put("prompt_tokens", answer.usage().promptTokens())
                    .put("total_tokens", answer.usage().total());
        }
        return body;
    }
}
