/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One HTTP request of an application on a connection of its own, which can be read as slowly as wanted and left in any
 * phase. A body that ends before its proper end is an EOFException. For one thread.
 */
final class SoakSocket extends InputStream {
    /** So small that a client that does not read is felt by the gateway soon. */
    private static final int RECEIVE_BUFFER = 8192;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final Map<String, String> headers = new HashMap<>();
    private int status;
    private boolean chunked;
    /** Of the body or of the chunk; -1 before the first chunk and after the end. */
    private long left;

    private boolean ended;

    SoakSocket(URI base, int readMillis) throws IOException {
        socket.setReceiveBufferSize(RECEIVE_BUFFER);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), readMillis);
        socket.setSoTimeout(readMillis);
        in = new BufferedInputStream(socket.getInputStream(), RECEIVE_BUFFER);
    }

    void post(String path, String requestHeaders, byte[] body) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n" + requestHeaders
                + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(body);
        bytes.writeTo(socket.getOutputStream());
    }

    /** Reads status and headers, for no longer than that without a byte. */
    void readHead(int readMillis) throws IOException {
        int before = socket.getSoTimeout();
        socket.setSoTimeout(readMillis);
        status = Integer.parseInt(line().split(" ")[1]);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        chunked = "chunked".equals(headers.get("transfer-encoding"));
        left = chunked ? 0 : Long.parseLong(headers.getOrDefault("content-length", "0"));
        socket.setSoTimeout(before);
    }

    int status() {
        return status;
    }

    /** Null where there is none of that lower-case name. */
    String header(String name) {
        return headers.get(name);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (left == 0) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int n = in.read(target, offset, (int) Math.min(length, left));
        if (n < 0) {
            throw new EOFException("the body was cut off");
        }
        left -= n;
        if (left == 0 && chunked) {
            line();
        }
        return n;
    }

    private void nextChunk() throws IOException {
        left = chunked && !ended ? Long.parseLong(line().split(";")[0].strip(), 16) : 0;
        ended = left == 0;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("closed after '" + line + "'");
            }
            line.append((char) b);
        }
        return line.toString().strip();
    }

    /** Goes away, with a reset as a killed process does, or in order. */
    void leave(boolean reset) throws IOException {
        if (reset) {
            socket.setSoLinger(true, 0);
        }
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
