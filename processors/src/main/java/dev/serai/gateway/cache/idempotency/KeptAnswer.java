/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

/**
 * A whole answer as it went to its client. Status and content type follow from the door, which is the same whenever the
 * request is. Immutable; the array must not be changed.
 */
record KeptAnswer(boolean stream, byte[] bytes, CallOutcome outcome) {
    private static final int FORM = 1;
    private static final String ABSENT = "";

    /** Packed: events of a stream repeat themselves. */
    byte[] pack() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed))) {
            out.writeByte(FORM);
            out.writeBoolean(stream);
            out.writeUTF(name(outcome.stopReason()));
            out.writeUTF(name(outcome.advice()));
            write(out, outcome.usage());
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    static KeptAnswer unpack(byte[] packed) {
        try (DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(packed)))) {
            if (in.readByte() != FORM) {
                throw new IOException("made by another version of Serai");
            }
            boolean stream = in.readBoolean();
            String stopReason = in.readUTF();
            String advice = in.readUTF();
            Usage usage = usage(in);
            CallOutcome outcome = new CallOutcome(
                    null,
                    stopReason.equals(ABSENT) ? null : StopReason.valueOf(stopReason),
                    usage,
                    advice.equals(ABSENT) ? null : ErrorClass.valueOf(advice));
            return new KeptAnswer(stream, in.readAllBytes(), outcome);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Enum<?> value) {
        return value == null ? ABSENT : value.name();
    }

    private static void write(DataOutputStream out, Usage usage) throws IOException {
        out.writeBoolean(usage != null);
        if (usage != null) {
            out.writeLong(usage.input());
            out.writeLong(usage.cacheRead());
            out.writeLong(usage.cacheWrite());
            out.writeLong(usage.output());
            out.writeLong(usage.reasoning());
        }
    }

    private static Usage usage(DataInputStream in) throws IOException {
        return in.readBoolean()
                ? new Usage(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong())
                : null;
    }

    /** Never the content. */
    @Override
    public String toString() {
        return "KeptAnswer[" + bytes.length + " bytes]";
    }
}
