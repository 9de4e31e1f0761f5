/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultProducer;

import dev.serai.llm.http.PoolKey;

/**
 * Makes the call on the calling thread, which waits for the answer (or, streaming, for its first content): give it
 * virtual threads where many calls run at once.
 */
public class LlmProducer extends DefaultProducer {
    private final LlmComponent component;
    private final CallSettings settings;
    private final PoolKey pool;
    private volatile LlmCaller caller;

    LlmProducer(LlmEndpoint endpoint, CallSettings settings, PoolKey pool) {
        super(endpoint);
        this.component = endpoint.component();
        this.settings = settings;
        this.pool = pool;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        caller = new LlmCaller(
                settings, component.pools().get(pool, getEndpoint().getCamelContext()), component.timer());
    }

    @Override
    protected void doStop() throws Exception {
        if (caller != null) {
            caller = null;
            component.pools().release(pool);
        }
        super.doStop();
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        MessageBody body = MessageBody.read(exchange, settings);
        Message out = exchange.getMessage();
        out.setHeader(LlmConstants.PROVIDER, settings.provider().name());
        if (body.request().stream()) {
            LlmStream stream = caller.stream(body.request());
            // a cached stream would be read to its end before the next step
            exchange.getExchangeExtension().setStreamCacheDisabled(true);
            out.setHeader(LlmConstants.RESPONSE_MODEL, stream.progress().model());
            out.setBody(stream);
        } else {
            LlmResponse response = caller.call(body.request());
            describe(response, out);
            out.setBody(body.answer(response));
        }
    }

    private static void describe(LlmResponse response, Message out) {
        out.setHeader(LlmConstants.RESPONSE_MODEL, response.model());
        out.setHeader(LlmConstants.RESPONSE_ID, response.responseId());
        if (response.stopReason() != null) {
            out.setHeader(LlmConstants.STOP_REASON, response.stopReason().code());
        }
        if (response.usage() != null) {
            out.setHeader(LlmConstants.PROMPT_TOKENS, response.usage().promptTokens());
            out.setHeader(LlmConstants.COMPLETION_TOKENS, response.usage().completionTokens());
        }
    }
}
