/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParser;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;

/**
 * Reads requests from a connection. Bytes that come before their turn stay in its buffer, so that waiting for the client
 * to leave loses nothing of a pipelined request. Not thread-safe.
 */
final class WireReader {
    private static final int MOST_BODY = 64 << 20;
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxHeaderCount(200)
            .setMaxLineLength(64 << 10)
            .build();

    private final InputStream in;
    private final Runnable sendContinue;
    private final SessionInputBufferImpl buffer = new SessionInputBufferImpl(8192);
    private final DefaultHttpRequestParser parser = new DefaultHttpRequestParser(LIMITS);

    /** @param sendContinue called where the client waits for leave to send its body */
    WireReader(InputStream in, Runnable sendContinue) {
        this.in = in;
        this.sendContinue = sendContinue;
    }

    boolean hasBuffered() {
        return buffer.hasBufferedData();
    }

    /** Reads ahead; false at the end of the stream. */
    boolean readAhead() throws IOException {
        if (buffer.length() == buffer.capacity()) {
            throw new IOException("the client sends more ahead of its turn than is kept");
        }
        return buffer.fillBuffer(in) >= 0;
    }

    /** The next request, or null where the client closed the connection between two. */
    WireRequest next() throws IOException, HttpException {
        ClassicHttpRequest head = parser.parse(buffer, in);
        if (head == null) {
            return null;
        }
        Map<String, String> headers = headers(head);
        boolean modern = head.getVersion() == null || head.getVersion().greaterEquals(HttpVersion.HTTP_1_1);
        String connection = headers.getOrDefault("connection", modern ? "keep-alive" : "close");
        String path = head.getPath();
        int query = path.indexOf('?');
        return new WireRequest(
                head.getMethod(),
                query < 0 ? path : path.substring(0, query),
                query < 0 ? "" : path.substring(query + 1),
                headers,
                body(headers),
                !connection.toLowerCase(Locale.ROOT).contains("close"),
                modern);
    }

    private byte[] body(Map<String, String> headers) throws IOException, HttpException {
        if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
            sendContinue.run();
        }
        if (headers.getOrDefault("transfer-encoding", "")
                .toLowerCase(Locale.ROOT)
                .contains("chunked")) {
            return read(new ChunkedInputStream(buffer, in));
        }
        String length = headers.getOrDefault("content-length", "0");
        if (!length.matches("\\d{1,18}")) {
            throw new ProtocolException("content-length is not a number");
        }
        return read(new ContentLengthInputStream(buffer, in, Long.parseLong(length)));
    }

    private static byte[] read(InputStream content) throws IOException, HttpException {
        byte[] body = content.readNBytes(MOST_BODY + 1);
        if (body.length > MOST_BODY) {
            throw new ProtocolException("the body is larger than " + MOST_BODY + " bytes");
        }
        return body;
    }

    private static Map<String, String> headers(ClassicHttpRequest head) {
        Map<String, String> headers = new TreeMap<>();
        for (Iterator<Header> all = head.headerIterator(); all.hasNext(); ) {
            Header header = all.next();
            headers.merge(header.getName().toLowerCase(Locale.ROOT), header.getValue(), (a, b) -> a + ", " + b);
        }
        return headers;
    }
}
