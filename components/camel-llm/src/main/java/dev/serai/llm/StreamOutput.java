/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.ByteArrayOutputStream;
import java.util.List;

import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.StreamWriter;
import dev.serai.llm.sse.SseFrame;

/** What the client is sent for a frame of the provider's stream. */
interface StreamOutput {
    byte[] bytes(SseFrame frame, List<StreamPart> parts);

    /** The provider's own bytes. */
    static StreamOutput verbatim() {
        return (frame, parts) -> frame.raw();
    }

    /** The provider's own bytes without the usage that only the gateway asked for. */
    static StreamOutput withoutUsage(StreamReader reader) {
        return (frame, parts) -> reader.withoutUsage(frame);
    }

    /** The same in another dialect. */
    static StreamOutput translated(StreamWriter writer) {
        return (frame, parts) -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            parts.forEach(part -> bytes.writeBytes(writer.write(part)));
            return bytes.toByteArray();
        };
    }
}
