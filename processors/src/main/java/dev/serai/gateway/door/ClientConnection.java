/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;

/**
 * The client's side of a request's connection. Tomcat tells nobody that a client has left until something is written to
 * it; a look at the socket's read side does. Ask only while the request is being served and its body has been read.
 */
final class ClientConnection {
    /** What Tomcat reports for a read side that failed or is closed, so that somebody reads and gets the exception. */
    private static final int READ_FAILED = 1;

    private final Request request;
    private final PipelineWatch pipeline;

    ClientConnection(Request request, PipelineWatch pipeline) {
        this.request = request;
        this.pipeline = pipeline;
    }

    boolean isClosed() {
        // bytes of a next request came with the body: a look would overwrite them, and whoever sends them is there
        return !pipeline.readAhead() && available(true) == READ_FAILED && available(false) == 0;
    }

    /** A byte of a next request that a look has read stays there; a failure to read is gone with the look. */
    private int available(boolean look) {
        request.action(ActionCode.AVAILABLE, look);
        return request.getAvailable();
    }
}
