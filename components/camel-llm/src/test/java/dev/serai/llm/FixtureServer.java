/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/**
 * An HTTP server on the loopback address that answers with prepared bytes, cut as they might come over a network. Each
 * answer has a base URL of its own, so that cases do not disturb each other. Thread-safe.
 */
public final class FixtureServer implements Closeable {
    /** How a body goes over the wire. */
    public enum Delivery {
        WHOLE,
        GZIP,
        BYTE_BY_BYTE,
        PIECES,
        GZIP_PIECES;

        boolean gzip() {
            return this == GZIP || this == GZIP_PIECES;
        }

        boolean chunked() {
            return this == BYTE_BY_BYTE || this == PIECES || this == GZIP_PIECES;
        }
    }

    /** What to answer. */
    public record Reply(int status, Map<String, List<String>> headers, byte[] body, Delivery delivery) {}

    /** What was asked; header names are in lower case. */
    public record Received(String path, Map<String, String> headers, byte[] body) {}

    /** Belong to the recorded connection, not to this one. */
    private static final Set<String> HOP_BY_HOP =
            Set.of("content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive");

    private static final int LARGEST_PIECE = 97;

    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newCachedThreadPool(runnable -> {
        Thread thread = new Thread(runnable, "fixture-server");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    private final Map<String, Received> received = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    public FixtureServer() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    /** Prepares an answer and gives the base URL under which any path leads to it. */
    public String serve(Reply reply) {
        String key = "case-" + numbers.incrementAndGet();
        replies.put(key, reply);
        return "http://127.0.0.1:" + socket.getLocalPort() + "/" + key;
    }

    /** The last request under a base URL, or null. */
    public Received received(String baseUrl) {
        return received.get(baseUrl.substring(baseUrl.lastIndexOf('/') + 1));
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket client : open) {
            client.close();
        }
        threads.shutdownNow();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                client.setTcpNoDelay(true);
                open.add(client);
                threads.execute(() -> converse(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void converse(Socket client) {
        try (client;
                InputStream in = new BufferedInputStream(client.getInputStream());
                OutputStream out = new BufferedOutputStream(client.getOutputStream())) {
            for (Received request = read(in); request != null; request = read(in)) {
                String key = request.path().split("/", 3)[1];
                received.put(key, request);
                write(out, replies.get(key));
            }
        } catch (IOException e) {
            // the client left
        } finally {
            open.remove(client);
        }
    }

    private static Received read(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return null;
        }
        String path = line.split(" ")[1];
        Map<String, String> headers = new HashMap<>();
        for (line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Received(path, Map.copyOf(headers), in.readNBytes(length));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                return null;
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private static void write(OutputStream out, Reply reply) throws IOException {
        byte[] body = reply.delivery().gzip() ? gzip(reply.body()) : reply.body();
        StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " Replayed\r\n");
        reply.headers().forEach((name, values) -> {
            if (!HOP_BY_HOP.contains(name)) {
                values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n"));
            }
        });
        if (reply.delivery().gzip()) {
            head.append("content-encoding: gzip\r\n");
        }
        head.append(
                reply.delivery().chunked()
                        ? "transfer-encoding: chunked\r\n\r\n"
                        : "content-length: " + body.length + "\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.UTF_8));
        if (reply.delivery().chunked()) {
            writePieces(out, body, reply.delivery() == Delivery.BYTE_BY_BYTE ? 1 : LARGEST_PIECE);
        } else {
            out.write(body);
        }
        out.flush();
    }

    private static void writePieces(OutputStream out, byte[] body, int largest) throws IOException {
        // the same sizes in each run
        Random random = new Random(body.length);
        for (int at = 0; at < body.length; ) {
            int size = Math.min(body.length - at, 1 + random.nextInt(largest));
            out.write((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(body, at, size);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            at += size;
        }
        out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] gzip(byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(body);
        }
        return bytes.toByteArray();
    }
}
