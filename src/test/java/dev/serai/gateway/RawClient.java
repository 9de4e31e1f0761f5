/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** An application's connection to the gateway as a bare socket, so that it can be closed in any phase. For one thread. */
final class RawClient implements AutoCloseable {
    private static final int READ_MILLIS = 15_000;

    private final Socket socket;
    private final InputStream in;
    private final String key;

    RawClient(GatewayUnderTest gateway) throws IOException {
        this(gateway, gateway.key());
    }

    RawClient(GatewayUnderTest gateway, String key) throws IOException {
        URI base = gateway.baseUrl();
        this.key = key;
        this.socket = new Socket(base.getHost(), base.getPort());
        this.socket.setTcpNoDelay(true);
        this.socket.setSoTimeout(READ_MILLIS);
        this.in = socket.getInputStream();
    }

    /** Sends a chat request and reads nothing. */
    RawClient send(String task, boolean stream, String text) throws IOException {
        return sendBytes(request(task, stream, text));
    }

    byte[] request(String task, boolean stream, String text) {
        byte[] body = GatewayClient.chatBody(task, stream, text).getBytes(StandardCharsets.UTF_8);
        String head = "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    RawClient sendBytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Reads until this text has come, and returns all that was read. */
    String readUntil(String text) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (true) {
            int b = readOne(read);
            if (b < 0) {
                throw new EOFException("closed after: " + read.toString(StandardCharsets.UTF_8));
            }
            read.write(b);
            if (b == text.charAt(text.length() - 1)
                    && read.toString(StandardCharsets.UTF_8).endsWith(text)) {
                return read.toString(StandardCharsets.UTF_8);
            }
        }
    }

    private int readOne(ByteArrayOutputStream before) throws IOException {
        try {
            return in.read();
        } catch (SocketTimeoutException e) {
            throw new IOException("nothing more came after: " + before.toString(StandardCharsets.UTF_8), e);
        }
    }

    /** Reads one answer with a Content-Length and returns its head and body. */
    String readAnswer() throws IOException {
        String head = readUntil("\r\n\r\n");
        if (head.toLowerCase().contains("transfer-encoding: chunked")) {
            return head + readUntil("\r\n0\r\n\r\n");
        }
        String length = head.toLowerCase().split("content-length: ")[1].split("\r\n")[0];
        return head + new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
    }

    /** Only says that nothing more will be sent; a client that does so still reads. */
    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Goes away with a reset, as a killed process with unread data does. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
