/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Notices whether Tomcat read more from the connection than a request's body. It hands on the body's part of its buffer
 * only, so where that part ends before the buffer does, the rest belongs to the next request. One connection's thread at a
 * time; {@link #readAhead} may be asked by any once the body was read.
 */
final class PipelineWatch implements InputBuffer {
    private final InputBuffer input;
    private volatile boolean readAhead;

    private PipelineWatch(InputBuffer input) {
        this.input = input;
    }

    /** The watch of a request that begins; Tomcat uses its request objects again and keeps the watch with them. */
    static PipelineWatch of(Request request) {
        PipelineWatch watch = request.getInputBuffer() instanceof PipelineWatch known
                ? known
                : new PipelineWatch(request.getInputBuffer());
        request.setInputBuffer(watch);
        watch.readAhead = false;
        return watch;
    }

    boolean readAhead() {
        return readAhead;
    }

    @Override
    public int doRead(ApplicationBufferHandler handler) throws IOException {
        int read = input.doRead(handler);
        ByteBuffer part = handler.getByteBuffer();
        if (read > 0 && part != null && input instanceof ApplicationBufferHandler whole) {
            readAhead |= part.limit() < whole.getByteBuffer().limit();
        }
        return read;
    }

    @Override
    public int available() {
        return input.available();
    }
}
