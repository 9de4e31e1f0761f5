/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.Closeable;
import java.util.function.Consumer;

/**
 * A streamed answer: a closeable pull iterator over events, in the dialect of its request. {@link #next} blocks until
 * the provider sends something and throws an {@link LlmException} when the stream breaks, which is never a clean end.
 * One thread reads; {@link #close} may come from any thread and aborts the HTTP request at once.
 */
public interface LlmStream extends Closeable {
    /** The next event, or null after the provider's clean end. */
    LlmEvent next() throws LlmException;

    /** What is known so far; complete after the end. */
    Progress progress();

    /** Called exactly once when the stream has ended in any way, on the thread that ended it. */
    void onEnd(Consumer<End> listener);

    /** Aborts the HTTP request if the stream has not ended. Idempotent. */
    @Override
    void close();

    /**
     * How far a stream got.
     *
     * @param model      the model that the provider says is answering; may be null
     * @param responseId the provider's id; may be null
     * @param stopReason null until the provider said it
     * @param usage      null until the provider reported it
     * @param textChars  characters of text and tool arguments so far, for an estimate where usage never comes
     * @param skipped    malformed events that were skipped
     * @param advice     see {@link LlmResponse#advice()}
     */
    record Progress(
            String model,
            String responseId,
            StopReason stopReason,
            Usage usage,
            long textChars,
            int skipped,
            ErrorClass advice) {}

    /**
     * How a stream ended.
     *
     * @param failure    null after a clean end; class {@code cancelled} where the reader closed it
     * @param progress   what had been seen
     * @param readerBusy whether a time limit passed while nobody was waiting for the provider (a slow client, say): then the
     *                   failure says nothing about it
     */
    record End(LlmException failure, Progress progress, boolean readerBusy) {}
}
