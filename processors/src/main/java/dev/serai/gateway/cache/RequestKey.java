/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Hashes;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.dialect.Json;

/**
 * What calls have in common that may have the same answer: who is answerable for them, the version of all that changes the
 * output, and the whole request. Whether the answer is streamed is not in it.
 *
 * @param organisation never another's answer
 * @param hash         of the request in its envelope: what a provider would be sent. Nothing can be read from it
 */
public record RequestKey(String organisation, String task, String profileVersion, String hash) {
    /** What a payload says besides, and the path or the envelope says too. */
    private static final String STREAM_OPTIONS = "stream_options";

    /** That of a call whose task is known; reckoned once. */
    public static RequestKey of(Call call) throws LlmException {
        RequestKey known = call.part(RequestKey.class);
        if (known != null) {
            return known;
        }
        RequestKey key = new RequestKey(
                call.caller().organisation(),
                call.task().name(),
                call.task().profileVersion(),
                hash(call.request(), call.pinnedDeployment()));
        return call.part(RequestKey.class, () -> key);
    }

    private static String hash(LlmRequest request, String pin) throws LlmException {
        StringBuilder text = new StringBuilder()
                .append(request.operation().code())
                .append('\n')
                .append(request.dialect().code())
                .append('\n')
                .append(pin)
                .append('\n');
        for (Map.Entry<String, String> header : new TreeMap<>(request.headers()).entrySet()) {
            text.append(header.getKey()).append(':').append(header.getValue()).append('\n');
        }
        text.append(new String(
                CanonicalJson.bytes(question(Json.parseRequest(request.payload()))), StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(Hashes.sha256(text.toString()));
    }

    /** Without the model, which is the task, and without the form in which the answer is wanted. */
    private static JsonNode question(JsonNode payload) {
        if (payload instanceof ObjectNode body) {
            body.remove("model");
            body.remove("stream");
            if (body.get(STREAM_OPTIONS) instanceof ObjectNode options) {
                options.remove("include_usage");
                if (options.isEmpty()) {
                    body.remove(STREAM_OPTIONS);
                }
            }
        }
        return payload;
    }
}
