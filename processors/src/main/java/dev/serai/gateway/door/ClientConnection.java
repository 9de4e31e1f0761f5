/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;

/**
 * The client's side of a request's connection. Tomcat tells nobody that a client has left until something is written to
 * it; a look at the socket's read side does. Ask only while the request is being served.
 */
final class ClientConnection {
    /** Tomcat reports a closed read side as one byte at hand; pipelined bytes of a next request are always more. */
    private static final int END_OF_STREAM = 1;

    private final Request request;

    ClientConnection(Request request) {
        this.request = request;
    }

    boolean isClosed() {
        request.action(ActionCode.AVAILABLE, Boolean.TRUE);
        return request.getAvailable() == END_OF_STREAM;
    }
}
