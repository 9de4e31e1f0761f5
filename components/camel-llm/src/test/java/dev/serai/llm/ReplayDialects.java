/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Fixtures.Fixture;

/** Where the dialects of the replay differ in what is sent. */
final class ReplayDialects {
    private ReplayDialects() {}

    /** A provider's directory can hold exchanges in the dialect of another one. An error reads the same whatever was asked. */
    static String provider(Fixture fixture, String usual) {
        String path = fixture.meta().path("url_path").asText();
        if (usual == null) {
            String vendor = fixture.meta().path("case").asText().split("-")[0];
            return vendor.equals("xai") ? "openai-compatible" : vendor;
        }
        if (path.endsWith("/responses") && fixture.status() == 200) {
            return "openai-responses";
        }
        if (path.endsWith("/chat/completions") && (usual.equals("bedrock") || usual.equals("ollama"))) {
            return "openai-compatible";
        }
        boolean claude = path.endsWith("/invoke") && fixture.requestJson().has("anthropic_version");
        return claude && fixture.status() == 200 ? "anthropic" : usual;
    }

    /** What has to arrive where a request passes through. */
    static ObjectNode sent(ReplayCase replay, ObjectNode request) {
        ObjectNode sent = request.deepCopy().put("model", "the-model");
        switch (replay.spoken()) {
            case OPENAI_CHAT -> {
                if (!replay.asksForUsage()) {
                    sent.remove("stream_options");
                } else if (replay.streamed()) {
                    sent.withObject("/stream_options").put("include_usage", true);
                }
            }
            // both stand in the path
            case GEMINI_GENERATE, BEDROCK_CONVERSE -> sent.remove(List.of("model", "stream"));
            case OLLAMA_CHAT -> sent.put("stream", replay.streamed());
            default -> {}
        }
        return sent;
    }
}
