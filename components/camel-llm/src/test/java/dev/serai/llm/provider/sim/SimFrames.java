/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.serai.llm.Dialect;
import dev.serai.llm.sse.SseFrame;
import dev.serai.llm.sse.SseReader;

import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;
import software.amazon.eventstream.MessageDecoder;

/** Splits what a stream sent into events. Frames of AWS are read by its own decoder, which checks both checksums. */
final class SimFrames {
    private SimFrames() {}

    static List<SseFrame> read(Dialect dialect, byte[] stream) throws IOException {
        return switch (dialect) {
            case BEDROCK_CONVERSE ->
                binary(stream).stream().map(SimFrames::frame).toList();
            case OLLAMA_CHAT ->
                Stream.of(new String(stream, StandardCharsets.UTF_8).split("\n"))
                        .filter(line -> !line.isEmpty())
                        .map(line -> new SseFrame(null, null, line))
                        .toList();
            default -> events(stream);
        };
    }

    /** The frames of an AWS event stream; an incomplete one at its end is left off. */
    static List<Message> binary(byte[] stream) {
        List<Message> messages = new ArrayList<>();
        new MessageDecoder(messages::add).feed(stream);
        return messages;
    }

    private static SseFrame frame(Message message) {
        Map<String, HeaderValue> headers = message.getHeaders();
        String kind = headers.get(":message-type").getString();
        return new SseFrame(
                null,
                headers.get(":" + kind + "-type").getString(),
                new String(message.getPayload(), StandardCharsets.UTF_8));
    }

    private static List<SseFrame> events(byte[] stream) throws IOException {
        List<SseFrame> frames = new ArrayList<>();
        SseReader reader = new SseReader(new ByteArrayInputStream(stream), 1 << 20);
        for (SseFrame frame = reader.next(); frame != null; frame = reader.next()) {
            frames.add(frame);
        }
        return frames;
    }
}
