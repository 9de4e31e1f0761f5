/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;

import org.apache.camel.util.IOHelper;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

import dev.serai.llm.CallSettings;
import dev.serai.llm.Cancellation;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmCredential;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.provider.OutgoingRequest;

/**
 * One HTTP request to one provider, sent once. It ends by its answer, by a time limit or by a cancellation, and in each
 * case its connection is closed or given back. One thread sends and reads; {@link #abort} may come from any thread.
 */
public final class HttpAttempt implements Closeable {
    private static final int MAX_ERROR_BYTES = 64 * 1024;
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(1);

    private final CallSettings settings;
    private final URI uri;
    private final HttpPost request;
    private final Watchdog watchdog;
    private final Cancellation.Registration cancellation;
    private final AtomicReference<LlmException> verdict = new AtomicReference<>();
    private ClassicHttpResponse response;
    private InputStream content;
    private boolean finished;
    private volatile boolean abortedInPause;

    /** Starts the clock. */
    public HttpAttempt(CallSettings settings, URI uri, LlmRequest llmRequest, ScheduledExecutorService timer) {
        this.settings = settings;
        this.uri = uri;
        this.request = new HttpPost(uri);
        this.watchdog = Watchdog.start(timer, settings.limits(), llmRequest, this::abort);
        Cancellation cancelled = llmRequest.cancellation();
        this.cancellation = cancelled.onCancel(() -> abort(cancelled.reason()));
    }

    /**
     * Sends the request and waits for the head of the answer.
     *
     * @return the body of a 2xx answer
     * @throws LlmException for every other outcome
     */
    public InputStream send(CloseableHttpClient client, byte[] body, Map<String, String> headers) throws LlmException {
        LlmCredential credential = settings.credential();
        String apiKey = credential == null ? null : credential.apiKey();
        settings.provider().authenticate(apiKey, new OutgoingRequest(uri, body, request::setHeader));
        settings.headers().forEach(request::setHeader);
        headers.forEach(request::setHeader);
        request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        try {
            response = client.executeOpen(HttpHost.create(uri), request, null);
            content = content(response.getEntity());
            int status = response.getCode();
            if (status < 200 || status > 299) {
                byte[] error = content.readNBytes(MAX_ERROR_BYTES);
                throw settings.provider().errors().read(status, this::header, error);
            }
            return content;
        } catch (IOException | IllegalStateException e) {
            throw explain(e);
        }
    }

    /** A header of the answer by its lower-case name, or null. */
    public String header(String name) {
        Header header = response.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    /** The reader turns to something else: time passes on nobody's account but the whole attempt's. */
    public void pause() {
        watchdog.pause();
    }

    /** The reader waits for the provider. */
    public void resume() {
        watchdog.resume();
    }

    /** Closes the connection at once; the reading thread then fails with the reason. Only the first call counts. */
    public void abort(LlmException reason) {
        boolean paused = watchdog != null && watchdog.isPaused();
        if (verdict.compareAndSet(null, reason)) {
            abortedInPause = paused;
            request.cancel();
        }
    }

    /** Why it was aborted, if it was: by a time limit, a cancellation or its reader. */
    public Optional<LlmException> abortedBy() {
        return Optional.ofNullable(verdict.get());
    }

    /** Whether it was aborted while its reader was busy elsewhere. */
    public boolean abortedInPause() {
        return abortedInPause;
    }

    /**
     * What a failure of this attempt means: the reason it was aborted for, or what happened on the wire. A client that is
     * aborted between two of its steps fails with an IllegalStateException.
     */
    public LlmException explain(Exception failure) {
        LlmException reason = verdict.get();
        return reason != null
                ? reason
                : NetworkErrors.explain(failure, settings.provider().name());
    }

    /**
     * The answer is complete: what is left of the body (the last chunk's end) is read for a moment, so that the connection
     * goes back to the pool.
     */
    public void finish() {
        watchdog.restart(DRAIN_LIMIT);
        IOHelper.close(content);
        finished = true;
        release();
        IOHelper.close(response);
    }

    /** Ends the attempt wherever it is; a connection in the middle of an answer is closed, never drained. */
    @Override
    public void close() {
        if (finished) {
            return;
        }
        abort(LlmException.of(ErrorClass.CANCELLED)
                .detail("closed by the reader")
                .build());
        release();
        IOHelper.close(response);
    }

    private void release() {
        watchdog.stop();
        cancellation.close();
    }

    private static InputStream content(HttpEntity entity) throws IOException {
        if (entity == null) {
            return InputStream.nullInputStream();
        }
        String encoding = entity.getContentEncoding();
        return encoding != null && encoding.toLowerCase(Locale.ROOT).contains("gzip")
                ? new GZIPInputStream(entity.getContent())
                : entity.getContent();
    }
}
