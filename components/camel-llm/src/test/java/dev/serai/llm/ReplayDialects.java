/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Fixtures.Fixture;

/** Where the dialects of the replay differ in what is sent. */
final class ReplayDialects {
    private ReplayDialects() {}

    /** A provider's directory can hold exchanges in the dialect of another one. */
    static String provider(Fixture fixture, String usual) {
        String path = fixture.meta().path("url_path").asText();
        if (path.endsWith("/chat/completions") && (usual.equals("bedrock") || usual.equals("ollama"))) {
            return "openai-compatible";
        }
        boolean claude = path.endsWith("/invoke") && fixture.requestJson().has("anthropic_version");
        return claude && fixture.status() == 200 ? "anthropic" : usual;
    }

    /** A small request. */
    static ObjectNode small(Dialect dialect) {
        String content = dialect == Dialect.BEDROCK_CONVERSE ? "[{'text':'Hello'}]" : "'Hello'";
        String limit =
                switch (dialect) {
                    case BEDROCK_CONVERSE -> "'inferenceConfig':{'maxTokens':64}";
                    case OLLAMA_CHAT -> "'options':{'num_predict':64}";
                    default -> "'max_tokens':64";
                };
        String request = "{'model':'asked-for'," + limit + ",'messages':[{'role':'user','content':" + content + "}]}";
        return (ObjectNode) Sse.read(request.replace('\'', '"'));
    }

    /** What has to arrive where a request passes through. */
    static ObjectNode sent(Dialect dialect, ObjectNode request, boolean streamed) {
        ObjectNode sent = request.deepCopy().put("model", "the-model");
        switch (dialect) {
            case OPENAI_CHAT -> {
                if (streamed) {
                    sent.withObject("/stream_options").put("include_usage", true);
                }
            }
            // both stand in the path
            case BEDROCK_CONVERSE -> sent.without(List.of("model", "stream"));
            case OLLAMA_CHAT -> sent.put("stream", streamed);
            default -> {}
        }
        return sent;
    }
}
