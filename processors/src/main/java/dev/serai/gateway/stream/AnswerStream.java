/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Carries the bytes of a streamed answer from the thread that makes them to the thread that writes them to the client:
 * bounded, so that a slow client slows the provider down and never fills the memory, and with a comment whenever nothing
 * came for a while. A writer that others read along with goes further ahead of a slow client. One writer, one reader.
 */
final class AnswerStream extends InputStream {
    private static final int MAX_EVENTS = 64;
    /** So far ahead is a writer that must not wait. */
    private static final int MOST_EVENTS = 4096;

    private static final byte[] NOTHING = new byte[0];
    /** Wakes a reader that waits; carries nothing. */
    private static final byte[] WAKE = new byte[0];

    private static final byte[] HEARTBEAT = ": heartbeat\n\n".getBytes(StandardCharsets.US_ASCII);

    private final BlockingQueue<byte[]> events = new LinkedBlockingQueue<>(MOST_EVENTS);
    /** For events of a writer that waits. */
    private final Semaphore room = new Semaphore(MAX_EVENTS);

    private final Duration heartbeat;
    private final Runnable onAbandoned;
    private volatile boolean abandoned;
    /** What the reader has not taken yet is not for it any more. */
    private volatile boolean cut;
    /** Providers may leave out the blank line at their very end: what follows must not become part of that event. */
    private volatile boolean betweenEvents = true;
    /** The last bytes; set once nothing more will be written. */
    private volatile byte[] tail;

    private byte[] current = NOTHING;
    private int position;
    private boolean ending;
    private boolean ended;

    /** @param onAbandoned runs when the reader closes the stream before its end */
    AnswerStream(Duration heartbeat, Runnable onAbandoned) {
        this.heartbeat = heartbeat;
        this.onAbandoned = onAbandoned;
    }

    /**
     * Adds bytes, and drops them once the reader has left.
     *
     * @param patient whether the writer waits while the reader is a little behind; else only where it is far behind
     */
    void write(byte[] bytes, boolean patient) throws InterruptedException {
        if (bytes.length == 0) {
            return;
        }
        betweenEvents = EventEnd.at(bytes, bytes.length);
        if (abandoned || cut) {
            return;
        }
        if (patient) {
            room.acquire();
        } else {
            room.tryAcquire();
        }
        events.put(bytes);
    }

    /** Takes what is in the queue, for nobody, and lets a writer go on that waits. */
    private void empty() {
        events.clear();
        room.release(MOST_EVENTS);
    }

    /** Gives a reader that begins late something to send at once. */
    void beat() {
        events.offer(HEARTBEAT);
    }

    /** Ends the stream after what was written, with these last bytes. Never waits. */
    void end(byte[] last) {
        tail = closing(last);
        events.offer(WAKE);
    }

    /** Last bytes, as they have to follow what was written. */
    byte[] closing(byte[] last) {
        return betweenEvents || last.length == 0 ? last : afterBlankLine(last);
    }

    /**
     * Ends the stream with these last bytes and without what the reader has not taken by now. A writer that waits for it goes
     * on. Never waits.
     */
    void cut(byte[] last) {
        cut = true;
        empty();
        end(last);
    }

    private static byte[] afterBlankLine(byte[] bytes) {
        byte[] all = new byte[bytes.length + 2];
        all[0] = '\n';
        all[1] = '\n';
        System.arraycopy(bytes, 0, all, 2, bytes.length);
        return all;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (!ended && position == current.length) {
            if (ending) {
                ended = true;
            } else {
                current = nextBytes();
                position = 0;
            }
        }
        if (ended) {
            return -1;
        }
        int copied = 0;
        do {
            int n = Math.min(length - copied, current.length - position);
            System.arraycopy(current, position, target, offset + copied, n);
            position += n;
            copied += n;
        } while (copied < length && takeNextAtHand());
        return copied;
    }

    /** Moves to the next bytes if they are here already: they can go out with the same write. */
    private boolean takeNextAtHand() {
        byte[] next = cut ? null : events.poll();
        if (next == null) {
            return false;
        }
        room.release();
        current = next;
        position = 0;
        return true;
    }

    private byte[] nextBytes() throws IOException {
        // the tail is set before the reader is woken: whoever took the wake-up sees it here
        if (tail == null || !events.isEmpty() && !cut) {
            byte[] next;
            try {
                next = events.poll(heartbeat.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
            if (next == null) {
                return HEARTBEAT;
            }
            room.release();
            return cut ? NOTHING : next;
        }
        ending = true;
        return tail;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public void close() {
        if (!ended) {
            ended = true;
            abandoned = true;
            // a writer that waits for room gets it, and sees that nobody reads
            empty();
            onAbandoned.run();
        }
        events.clear();
    }
}
