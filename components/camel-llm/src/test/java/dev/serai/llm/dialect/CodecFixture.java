/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.sse.SseFrame;
import dev.serai.llm.sse.SseReader;

/** What the tests of the codecs share. */
public final class CodecFixture {
    /** Says of every in-band error that the provider is unavailable. */
    public static final ErrorReader ERRORS = new ErrorReader() {
        @Override
        public LlmException read(int status, UnaryOperator<String> header, byte[] body) {
            throw new AssertionError("no HTTP error here");
        }

        @Override
        public LlmException readInBand(JsonNode payload) {
            return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                    .code("in_band")
                    .build();
        }
    };

    /** What a stream said, put together. */
    public static final class Heard {
        public final StringBuilder text = new StringBuilder();
        public final StringBuilder reasoning = new StringBuilder();
        public final StringBuilder refusal = new StringBuilder();
        public final List<String> signatures = new ArrayList<>();
        public final List<String> calls = new ArrayList<>();
        public final List<StringBuilder> arguments = new ArrayList<>();
        public final List<StreamPart.Finish> finishes = new ArrayList<>();
        public LlmException failure;
        public Usage usage;
        public boolean ended;

        void hear(StreamPart part) {
            if (part instanceof StreamPart.Text text1) {
                text.append(text1.text());
            } else if (part instanceof StreamPart.Reasoning r) {
                reasoning.append(r.text());
                if (r.signature() != null && !r.signature().equals(Signatures.NONE)) {
                    signatures.add(r.signature());
                }
            } else if (part instanceof StreamPart.Refusal r) {
                refusal.append(r.text());
            } else if (part instanceof StreamPart.ToolCallStart call) {
                calls.add(call.name());
                arguments.add(new StringBuilder());
            } else if (part instanceof StreamPart.ToolCallArguments fragment) {
                arguments.get(fragment.index()).append(fragment.json());
            } else if (part instanceof StreamPart.Finish finish) {
                finishes.add(finish);
            } else if (part instanceof StreamPart.UsageReport report) {
                usage = report.usage();
            } else if (part instanceof StreamPart.Failure failed) {
                failure = failed.error();
            } else if (part instanceof StreamPart.End) {
                ended = true;
            }
        }
    }

    private CodecFixture() {}

    /** JSON with single quotes, for readable tests. */
    public static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    public static List<StreamPart> parts(DialectCodec codec, byte[] stream) {
        StreamReader reader = codec.streamReader(ERRORS);
        List<StreamPart> parts = new ArrayList<>();
        try {
            for (SseFrame frame : frames(stream)) {
                parts.addAll(reader.read(frame));
            }
            parts.addAll(reader.atEnd());
        } catch (MalformedEventException e) {
            throw new AssertionError(e);
        }
        return parts;
    }

    public static List<StreamPart> parts(DialectCodec codec, String stream) {
        return parts(codec, stream.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    public static List<SseFrame> frames(byte[] stream) {
        List<SseFrame> frames = new ArrayList<>();
        try {
            SseReader reader = new SseReader(new ByteArrayInputStream(stream), 1 << 24);
            for (SseFrame frame = reader.next(); frame != null; frame = reader.next()) {
                frames.add(frame);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return frames;
    }

    public static Heard hear(List<StreamPart> parts) {
        Heard heard = new Heard();
        parts.forEach(heard::hear);
        return heard;
    }

    public static byte[] write(StreamWriter writer, List<StreamPart> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        parts.forEach(part -> out.writeBytes(writer.write(part)));
        return out.toByteArray();
    }
}
