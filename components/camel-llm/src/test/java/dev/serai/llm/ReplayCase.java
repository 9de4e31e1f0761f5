/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.provider.Providers;

/** A recorded exchange as a call of the component: which request to send, and what has to come of it. */
record ReplayCase(Fixture fixture, String provider, Dialect spoken) {
    private static final Map<String, String> OTHER_PROTOCOLS = Map.ofEntries(
            Map.entry("/rerank", "rerank"),
            Map.entry("/responses/compact", "no call of a model"),
            Map.entry("/count-tokens", "Bedrock's count of tokens: no operation here"),
            Map.entry("/cachedContents", "no call of a model"),
            Map.entry("/completions", "legacy completions"),
            Map.entry("/complete", "legacy completions"),
            Map.entry("/v1/chat", "Cohere v1"),
            Map.entry("/api/generate", "Ollama generate"),
            Map.entry("/invoke-with-response-stream", "Bedrock InvokeModel: the vendor's own body in binary frames"));

    static ReplayCase of(Fixture fixture, String usual) {
        String provider = ReplayDialects.provider(fixture, usual);
        return new ReplayCase(fixture, provider, Providers.of(provider).dialect());
    }

    /** Why the case cannot be replayed, or null. An error reads the same whatever was asked. */
    String notReplayable() {
        String path = fixture.meta().path("url_path").asText();
        if (fixture.id().startsWith("embeddings-moderation-batch/")) {
            return "batch API";
        }
        if (isError() || path.endsWith("/chat/completions")) {
            return null;
        }
        return OTHER_PROTOCOLS.entrySet().stream()
                .filter(other -> path.endsWith(other.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    int status() {
        if (fixture.status() != 0) {
            return fixture.status();
        }
        return taxonomy() == null ? 200 : 400;
    }

    boolean isError() {
        return status() != 200;
    }

    boolean streamed() {
        return fixture.streaming()
                || isError() && fixture.meta().path("stream_requested").asBoolean();
    }

    /** The class that the recording's description proposes, or null. */
    String taxonomy() {
        return fixture.meta().path("gateway_taxonomy").asText(null);
    }

    ExpectedAnswer expected() {
        return ExpectedAnswer.of(spoken, fixture.body(), fixture.streaming());
    }

    /**
     * The recorded request, or a small one where none was recorded or it was for another path. What was sent to get an
     * error can be so wrong that the component refuses it, so an error gets the small one too.
     */
    ObjectNode nativeRequest() {
        JsonNode recorded = fixture.requestJson();
        if (spoken == Dialect.GEMINI_GENERATE) {
            return !isError() && recorded.has("contents")
                    ? recorded.deepCopy()
                    : Ask.of(spoken, "Hello").body();
        }
        boolean complete = recorded.path("messages").isArray() || recorded.has("input");
        ObjectNode request = !isError() && complete ? recorded.deepCopy() : request(spoken);
        if (!request.has("model")) {
            request.put("model", "asked-for");
        }
        if (streamed()) {
            request.put("stream", true);
        }
        return request;
    }

    /** A small request in any dialect: what is under test is the answer. */
    ObjectNode request(Dialect dialect) {
        return Ask.of(dialect, "Hello").streamed(streamed()).body();
    }

    /** What the base URL ends with. */
    String basePath() {
        if (provider.equals("azure-openai")) {
            return "/openai";
        }
        return spoken == Dialect.OPENAI_CHAT || spoken == Dialect.OPENAI_RESPONSES ? "/v1" : "";
    }

    /** Whether the provider has to be asked for usage in a stream. */
    boolean asksForUsage() {
        return spoken == Dialect.OPENAI_CHAT && !provider.equals("mistral");
    }

    /** The other dialects in which the gateway has doors. */
    List<Dialect> otherDialects() {
        return Stream.of(
                        Dialect.OPENAI_CHAT,
                        Dialect.ANTHROPIC_MESSAGES,
                        Dialect.OPENAI_RESPONSES,
                        Dialect.GEMINI_GENERATE)
                .filter(dialect -> dialect != spoken)
                .toList();
    }

    FixtureServer.Reply reply(FixtureServer.Delivery delivery) {
        return new FixtureServer.Reply(status(), fixture.headers(), fixture.body(), delivery);
    }
}
