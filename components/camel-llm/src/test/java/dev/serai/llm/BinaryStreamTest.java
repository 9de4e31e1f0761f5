/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.FixtureServer.Delivery;
import dev.serai.llm.FixtureServer.Reply;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Codecs;

import static org.assertj.core.api.Assertions.assertThat;

/** Streams of Bedrock and Ollama that fail on their way. The failures are written by hand; no recording has one. */
class BinaryStreamTest {
    private static final String MODEL = "us.anthropic.claude-3-7-sonnet-20250219-v1:0";

    private static FixtureServer server;
    private static CamelContext camel;

    @BeforeAll
    static void start() {
        server = new FixtureServer();
        camel = new DefaultCamelContext();
        camel.start();
    }

    @AfterAll
    static void stop() throws IOException {
        camel.stop();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "RATE_LIMITED, RATE_LIMITED",
        "PROVIDER_UNAVAILABLE, PROVIDER_UNAVAILABLE",
        "DEADLINE_EXCEEDED, DEADLINE_EXCEEDED",
        "QUOTA_EXHAUSTED, QUOTA_EXHAUSTED",
        "OUTPUT_INVALID, PROVIDER_UNAVAILABLE",
        "INVALID_REQUEST, INVALID_REQUEST"
    })
    void anExceptionInsideTheStreamEndsIt(ErrorClass written, ErrorClass read) {
        byte[] exception = Codecs.of(Dialect.BEDROCK_CONVERSE)
                .writeStreamError(LlmException.of(written).reason("x").build(), "r");

        Outcome outcome = stream("bedrock", "application/vnd.amazon.eventstream", join(head(3), exception));

        assertThat(outcome.failure().errorClass()).isEqualTo(read);
        assertThat(outcome.failure().status()).isZero();
        assertThat(outcome.text()).isNotEmpty();
    }

    @Test
    void aStreamWithoutItsEndIsCutOff() {
        byte[] body = head(4);

        for (byte[] cut : List.of(body, Arrays.copyOf(body, body.length - 5))) {
            Outcome outcome = stream("bedrock", "application/vnd.amazon.eventstream", cut);

            assertThat(outcome.failure().errorClass()).isEqualTo(ErrorClass.PROVIDER_UNAVAILABLE);
        }
    }

    @Test
    void whatComesAfterABrokenFrameIsNotTrusted() {
        byte[] body = Fixtures.named("bedrock-converse/stream-cache").body();
        body[head(3).length + 30] ^= 1;

        String baseUrl = server.serve(new Reply(200, Map.of(), body, Delivery.WHOLE));
        Outcome outcome = call(Dialect.BEDROCK_CONVERSE, "bedrock", baseUrl, "key", true);

        assertThat(outcome.failure().errorClass()).isEqualTo(ErrorClass.PROVIDER_UNAVAILABLE);
        assertThat(outcome.bytes()).isEqualTo(head(3));
    }

    @Test
    void theRequestIsSignedForWhereItGoes() {
        String baseUrl = server.serve(new Reply(
                200, Map.of(), Fixtures.named("bedrock-converse/plain").body(), Delivery.WHOLE));
        Outcome outcome = call("bedrock", baseUrl, "AKID:secret:token", false);

        assertThat(outcome.failure()).isNull();
        FixtureServer.Received received = server.received(baseUrl);
        assertThat(received.path()).endsWith("/model/" + MODEL.replace(":", "%3A") + "/converse");
        assertThat(received.headers().get("authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKID/")
                .contains("/us-east-1/bedrock/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token");
        assertThat(received.headers()).containsEntry("x-amz-security-token", "token");
    }

    @Test
    void callsWithoutIdsGetOne() {
        String lines = "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
                + "{\"function\":{\"name\":\"f\",\"arguments\":{\"a\":1}}},{\"function\":{\"name\":\"g\",\"arguments\":{}}}]},"
                + "\"done\":true,\"done_reason\":\"stop\"}\n";

        Outcome outcome = stream("ollama", "application/x-ndjson", lines.getBytes(Sse.UTF_8));

        assertThat(outcome.stopReason()).isEqualTo(StopReason.TOOL_CALLS);
        assertThat(outcome.usage()).isNull();
        assertThat(outcome.parts())
                .filteredOn(StreamPart.ToolCallStart.class::isInstance)
                .hasSize(2);
        assertThat(new String(outcome.bytes(), Sse.UTF_8))
                .contains("\"id\":\"call_")
                .doesNotContain("\"id\":\"\"");
    }

    @Test
    void theModelIsNamedWhereTheProviderDoesNotNameIt() {
        Outcome streamed = stream(
                "bedrock",
                "application/vnd.amazon.eventstream",
                Fixtures.named("bedrock-converse/stream").body());
        Outcome whole = call(
                "bedrock",
                server.serve(new Reply(
                        200, Map.of(), Fixtures.named("bedrock-converse/plain").body(), Delivery.WHOLE)),
                "key",
                false);

        assertThat(new String(streamed.bytes(), Sse.UTF_8)).contains("\"model\":\"" + MODEL + "\"");
        assertThat(Sse.read(new String(whole.bytes(), Sse.UTF_8)).path("model").asText())
                .isEqualTo(MODEL);
    }

    private static Outcome stream(String provider, String type, byte[] body) {
        Reply reply = new Reply(200, Map.of("content-type", List.of(type)), body, Delivery.PIECES);
        return call(provider, server.serve(reply), "key", true);
    }

    private static Outcome call(String provider, String baseUrl, String key, boolean stream) {
        return call(Dialect.OPENAI_CHAT, provider, baseUrl, key, stream);
    }

    private static Outcome call(Dialect dialect, String provider, String baseUrl, String key, boolean stream) {
        LlmRequest request = LlmRequest.of(
                dialect, Ask.of(dialect, "Hello").body().toString().getBytes(Sse.UTF_8), stream);
        String uri = "llm:" + provider + "/" + MODEL + "?apiKey=RAW(" + key + ")&baseUrl=" + baseUrl;
        Exchange exchange =
                camel.createProducerTemplate().request(uri, e -> e.getMessage().setBody(request));
        return Outcome.of(exchange);
    }

    /** The first frames of a recorded stream. */
    private static byte[] head(int frames) {
        byte[] body = Fixtures.named("bedrock-converse/stream-cache").body();
        int end = 0;
        for (int i = 0; i < frames; i++) {
            end += ByteBuffer.wrap(body).getInt(end);
        }
        return Arrays.copyOf(body, end);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
