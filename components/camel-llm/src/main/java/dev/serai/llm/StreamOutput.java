/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.StreamWriter;
import dev.serai.llm.sse.SseFrame;

/** What the client is sent for a frame of the provider's stream. */
interface StreamOutput {
    byte[] bytes(SseFrame frame, List<StreamPart> parts);

    /** What the client is sent where the provider's answer is complete and only its end mark never came. */
    default byte[] missingEnd(List<StreamPart> parts) {
        return new byte[0];
    }

    /** The provider's own bytes. */
    static StreamOutput verbatim() {
        return (frame, parts) -> frame.raw();
    }

    /** The provider's own bytes without the usage that only the gateway asked for. */
    static StreamOutput withoutUsage(StreamReader reader) {
        return (frame, parts) -> reader.withoutUsage(frame);
    }

    /**
     * The same in another dialect.
     *
     * @param change what becomes of a part on its way
     */
    static StreamOutput translated(StreamWriter writer, UnaryOperator<StreamPart> change) {
        return new StreamOutput() {
            @Override
            public byte[] bytes(SseFrame frame, List<StreamPart> parts) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                parts.forEach(part -> bytes.writeBytes(writer.write(change.apply(part))));
                return bytes.toByteArray();
            }

            @Override
            public byte[] missingEnd(List<StreamPart> parts) {
                return bytes(null, parts);
            }
        };
    }
}
