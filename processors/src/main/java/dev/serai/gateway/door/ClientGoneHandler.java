/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import org.apache.camel.Exchange;
import org.apache.camel.spi.ExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** A response that could not be written: the client has left, which is worth a line and no stack trace. */
@Component("client-gone")
public final class ClientGoneHandler implements ExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ClientGoneHandler.class);

    @Override
    public void handleException(Throwable exception) {
        handleException("", null, exception);
    }

    @Override
    public void handleException(String message, Throwable exception) {
        handleException(message, null, exception);
    }

    @Override
    public void handleException(String message, Exchange exchange, Throwable exception) {
        LOG.atDebug()
                .addKeyValue("exception", exception.getClass().getSimpleName())
                .log("A response could not be written: the client left");
    }
}
