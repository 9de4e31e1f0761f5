/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.apache.hc.core5.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the requests of one connection, one after the other, on the thread that runs it. */
final class SimConnection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SimConnection.class);

    private final SimWire wire;
    private final SimRouter router;

    SimConnection(SimWire wire, SimRouter router) {
        this.wire = wire;
        this.router = router;
    }

    @Override
    public void run() {
        try (wire) {
            boolean open = true;
            while (open) {
                open = serveOne();
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.atDebug().addKeyValue("reason", e.getMessage()).log("connection ended");
        }
    }

    private boolean serveOne() throws IOException {
        try {
            WireRequest request = wire.read();
            if (request == null) {
                return false;
            }
            router.serve(request, wire);
            return wire.isReusable();
        } catch (HttpException e) {
            wire.send(new SimReply(
                    400,
                    Map.of("content-type", "text/plain"),
                    String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8)));
            return false;
        }
    }
}
