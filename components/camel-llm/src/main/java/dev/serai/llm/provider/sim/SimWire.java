/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.EnglishReasonPhraseCatalog;

/**
 * One connection of a client: whole HTTP where all goes well, and the socket itself for what must not. Every wait is a
 * read with a time-out, so a client that leaves ends it at once; a client that closes only its sending side counts as
 * one that left. Used by its connection's thread; {@link #close} may be called by any.
 */
final class SimWire implements Closeable {
    private static final int IDLE_MILLIS = 300_000;
    private static final int READ_MILLIS = 30_000;

    private final Socket socket;
    private final WireReader reader;
    private boolean keepAlive;
    private boolean chunked;
    private volatile boolean closed;

    SimWire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.reader = new WireReader(socket.getInputStream(), this::sendContinue);
    }

    /** The next request, or null where there is none any more. */
    WireRequest read() throws IOException, HttpException {
        if (!reader.hasBuffered()) {
            socket.setSoTimeout(IDLE_MILLIS);
            if (!reader.readAhead()) {
                return null;
            }
        }
        socket.setSoTimeout(READ_MILLIS);
        WireRequest request = reader.next();
        keepAlive = request != null && request.keepAlive();
        chunked = request != null && request.chunked();
        return request;
    }

    /** Whether a further request can follow on this connection. */
    boolean isReusable() {
        return keepAlive && !closed;
    }

    /** Waits, unless the client leaves before. */
    void pause(Duration time) throws PeerGoneException {
        long end = System.nanoTime() + time.toNanos();
        long left = time.toNanos();
        while (left > 0) {
            if (!waitForInput((int) ((left + 999_999) / 1_000_000))) {
                return;
            }
            left = end - System.nanoTime();
        }
    }

    /** Waits until the client leaves. */
    void pauseForEver() throws PeerGoneException {
        while (true) {
            waitForInput(0);
        }
    }

    /** True where input came, false where the time was over. */
    private boolean waitForInput(int millis) throws PeerGoneException {
        try {
            socket.setSoTimeout(millis);
            if (!reader.readAhead()) {
                throw new PeerGoneException(null);
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (PeerGoneException e) {
            throw e;
        } catch (IOException e) {
            throw new PeerGoneException(e);
        }
    }

    void send(SimReply reply) throws PeerGoneException {
        ByteArrayOutputStream out = head(reply.status(), reply.headers(), "content-length: " + reply.body().length);
        out.writeBytes(reply.body());
        write(out);
    }

    /** Sends the headers of a whole answer and only the first bytes of its body. */
    void sendPart(SimReply reply, int bytes) throws PeerGoneException {
        ByteArrayOutputStream out = head(reply.status(), reply.headers(), "content-length: " + reply.body().length);
        out.write(reply.body(), 0, bytes);
        write(out);
    }

    void startStream(Map<String, String> headers) throws PeerGoneException {
        keepAlive &= chunked;
        write(head(200, headers, chunked ? "transfer-encoding: chunked" : null));
    }

    /** Sends one chunk at once. */
    void chunk(byte[] bytes) throws PeerGoneException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 16);
        if (chunked) {
            out.writeBytes((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        out.writeBytes(bytes);
        if (chunked) {
            out.write('\r');
            out.write('\n');
        }
        write(out);
    }

    /** The proper end of a stream. */
    void endStream() throws PeerGoneException {
        if (chunked) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(8);
            out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            write(out);
        }
    }

    /** Ends the connection with a TCP reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        close();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        socket.close();
    }

    boolean isClosed() {
        return closed;
    }

    private ByteArrayOutputStream head(int status, Map<String, String> headers, String framing) {
        String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(status, Locale.ROOT);
        StringBuilder head = new StringBuilder(512);
        head.append("HTTP/1.1 ").append(status).append(' ').append(reason == null ? "Status" : reason);
        headers.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        if (framing != null) {
            head.append("\r\n").append(framing);
        }
        head.append("\r\nconnection: ")
                .append(keepAlive ? "keep-alive" : "close")
                .append("\r\n\r\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        out.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        return out;
    }

    private void sendContinue() {
        try {
            socket.getOutputStream().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(ByteArrayOutputStream bytes) throws PeerGoneException {
        try {
            bytes.writeTo(socket.getOutputStream());
        } catch (IOException e) {
            throw new PeerGoneException(e);
        }
    }
}
