/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.io.IOException;

import jakarta.servlet.ServletException;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Hands each request its {@link ClientConnection}, which a servlet has no way to reach. */
public final class ClientConnectionValve extends ValveBase {
    static final String CONNECTION = "serai.client.connection";

    public ClientConnectionValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        org.apache.coyote.Request coyote = request.getCoyoteRequest();
        request.setAttribute(CONNECTION, new ClientConnection(coyote, PipelineWatch.of(coyote)));
        getNext().invoke(request, response);
    }
}
