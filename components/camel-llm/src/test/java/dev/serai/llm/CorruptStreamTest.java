/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;
import dev.serai.llm.sse.FrameReader;
import dev.serai.llm.sse.SseFrame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Every recorded stream of every provider, however its bytes arrive and whatever becomes of them: through the provider's
 * framing and its dialect's reader. A longer run, and another one: {@code -Dserai.corruption.rounds},
 * {@code -Dserai.corruption.splits} and {@code -Dserai.corruption.seed}. (H7)
 */
class CorruptStreamTest {
    private static final int MAX_EVENT_BYTES = 1 << 20;
    private static final int ROUNDS = Integer.getInteger("serai.corruption.rounds", 40);
    private static final long SEED = Long.getLong("serai.corruption.seed", 1);
    /** In two pieces: at every boundary of its first bytes, and at a sample of the others. */
    private static final int SPLITS = Integer.getInteger("serai.corruption.splits", 40);

    static Stream<Fixture> streams() {
        return FixtureReplayTest.PROVIDERS.keySet().stream()
                .sorted()
                .flatMap(directory -> Fixtures.of(directory).stream())
                .filter(Fixture::streaming)
                .filter(fixture -> replay(fixture).notReplayable() == null)
                .filter(fixture -> fixture.status() == 200);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void saysTheSameHoweverTheBytesArrive(Fixture fixture) throws Exception {
        byte[] body = fixture.body();
        List<String> whole = parts(fixture, new ByteArrayInputStream(body));
        assertThat(whole).isNotEmpty();

        assertThat(parts(fixture, byteByByte(body))).isEqualTo(whole);
        int step = Math.max(1, body.length / SPLITS);
        for (int at = 1; at < body.length; at += at < SPLITS ? 1 : step) {
            assertThat(parts(fixture, splitAt(body, at))).as("split at %d", at).isEqualTo(whole);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void endsInOrderWhateverBecomesOfTheBytes(Fixture fixture) {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = SEED * 1_000_003 + fixture.id().hashCode() + round;
            byte[] broken = corrupt(fixture.body(), new Random(seed));
            try {
                parts(fixture, new ByteArrayInputStream(broken));
            } catch (IOException e) {
                // what the framing declares
            } catch (Exception | Error e) {
                fail("seed " + seed + " of " + fixture.id(), e);
            }
        }
    }

    /** Over real connections, of which there are two: one that leaked would be missing soon. */
    @Test
    void givesItsConnectionBackWhateverBecomesOfTheBytes() throws Exception {
        try (FixtureServer server = new FixtureServer();
                CamelContext camel = new DefaultCamelContext()) {
            camel.start();
            ProducerTemplate template = camel.createProducerTemplate();
            for (Fixture fixture :
                    streams().filter(f -> f.id().hashCode() % 3 == 0).toList()) {
                ReplayCase replay = replay(fixture);
                byte[] broken =
                        corrupt(fixture.body(), new Random(SEED + fixture.id().hashCode()));
                String baseUrl = server.serve(
                        new FixtureServer.Reply(200, fixture.headers(), broken, FixtureServer.Delivery.PIECES));
                String uri = "llm:" + replay.provider() + "/m?apiKey=a:b&pool=one&connections=2&baseUrl=" + baseUrl;
                LlmRequest request = LlmRequest.of(replay.spoken(), Json.bytes(replay.nativeRequest()), true);

                Exchange exchange = template.request(uri, e -> e.getMessage().setBody(request));

                assertThat(Outcome.of(exchange)).as(fixture.id()).isNotNull();
                assertThat(camel.getComponent("llm", LlmComponent.class).leasedConnections())
                        .as(fixture.id())
                        .isZero();
            }
        }
    }

    /** Flips, cuts, doubles, inserts and writes huge lengths, up to three of them. */
    static byte[] corrupt(byte[] body, Random random) {
        byte[] broken = body.clone();
        for (int times = 1 + random.nextInt(3); times > 0 && broken.length > 0; times--) {
            int at = random.nextInt(broken.length);
            int length = Math.min(broken.length - at, 1 + random.nextInt(200));
            broken = switch (random.nextInt(6)) {
                case 0 -> flip(broken, at, random);
                case 1 -> Arrays.copyOf(broken, at);
                case 2 -> join(broken, at, Arrays.copyOfRange(broken, at, at + length), at);
                case 3 -> join(broken, at, new byte[0], at + length);
                case 4 -> {
                    byte[] noise = new byte[1 + random.nextInt(40)];
                    random.nextBytes(noise);
                    yield join(broken, at, noise, at);
                }
                default -> {
                    byte[] huge =
                            ByteBuffer.allocate(4).putInt(random.nextInt()).array();
                    yield join(broken, at, huge, Math.min(broken.length, at + 4));
                }
            };
        }
        return broken;
    }

    private static byte[] flip(byte[] bytes, int at, Random random) {
        for (int bits = 1 + random.nextInt(8); bits > 0; bits--) {
            bytes[(at + random.nextInt(20)) % bytes.length] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    private static byte[] join(byte[] bytes, int upTo, byte[] between, int from) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, upTo);
        out.writeBytes(between);
        out.write(bytes, from, bytes.length - from);
        return out.toByteArray();
    }

    /** As the provider's stream is read: a malformed event is skipped, and a failure ends it. */
    private static List<String> parts(Fixture fixture, InputStream body) throws IOException {
        LlmProvider provider = Providers.of(replay(fixture).provider());
        FrameReader frames = provider.frames(body, MAX_EVENT_BYTES);
        StreamReader reader = Codecs.of(provider.dialect()).streamReader(provider.errors());
        List<String> parts = new ArrayList<>();
        for (SseFrame frame = frames.next(); frame != null; frame = frames.next()) {
            assertThat(frame.raw().length).isLessThanOrEqualTo(MAX_EVENT_BYTES);
            try {
                for (StreamPart part : reader.read(frame)) {
                    parts.add(
                            part instanceof StreamPart.Failure f
                                    ? "failure " + f.error().errorClass()
                                    : part.toString());
                    if (part instanceof StreamPart.Failure) {
                        return parts;
                    }
                }
                reader.withoutUsage(frame);
            } catch (MalformedEventException e) {
                parts.add("malformed");
            }
        }
        reader.atEnd().forEach(part -> parts.add(part instanceof StreamPart.Failure ? "failure" : part.toString()));
        return parts;
    }

    private static ReplayCase replay(Fixture fixture) {
        return ReplayCase.of(
                fixture, FixtureReplayTest.PROVIDERS.get(fixture.id().replaceFirst("/.*", "")));
    }

    private static InputStream byteByByte(byte[] body) {
        return new ByteArrayInputStream(body) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(1, length));
            }
        };
    }

    private static InputStream splitAt(byte[] body, int at) {
        return new SequenceInputStream(
                new ByteArrayInputStream(body, 0, at), new ByteArrayInputStream(body, at, body.length - at));
    }
}
