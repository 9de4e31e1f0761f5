/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.TraceParent;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;

/**
 * The first step of every HTTP door, by the bean name {@code doors}: it turns the request into a {@link Call} and leaves
 * nothing of it in the message. Thread-safe.
 */
@Component("doors")
public final class Doors {
    static final String PIN_HEADER = "X-Serai-Deployment";

    private static final String INBOUND = "SeraiInbound";

    private final Map<String, Door> doors = new HashMap<>();
    private final Map<String, ErrorWriter> errorWriters = new HashMap<>();
    private final ClientWatch watch;

    Doors(ClientWatch watch) {
        this.watch = watch;
        add(new NativeDoor(Dialect.OPENAI_CHAT, "data: [DONE]\n\n".getBytes(), List.of()));
        add(new NativeDoor(
                Dialect.ANTHROPIC_MESSAGES,
                "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n".getBytes(),
                List.of("anthropic-version", "anthropic-beta")));
        add(new UseCaseDoor(false));
        add(new UseCaseDoor(true));
        errorWriters.putAll(doors);
        for (ModelsDialect dialect : ModelsDialect.values()) {
            errorWriters.put(dialect.door(), dialect);
        }
    }

    private void add(Door door) {
        doors.put(door.name(), door);
    }

    /** The door that a model call came through. */
    public Door of(Call call) {
        return doors.get(call.door());
    }

    /** How a call, of whatever kind, is told its failure. */
    ErrorWriter errorWriter(Call call) {
        return errorWriters.get(call.door());
    }

    /** What arrived with the exchange's call. */
    public static Inbound inbound(Exchange exchange) {
        return exchange.getProperty(INBOUND, Inbound.class);
    }

    /** The request that opens a call. */
    static HttpServletRequest request(Exchange exchange) {
        return exchange.getMessage().getHeader("CamelHttpServletRequest", HttpServletRequest.class);
    }

    /** Opens a call that came through the named door. */
    public void open(Exchange exchange, String door) {
        if (!errorWriters.containsKey(door)) {
            throw new IllegalArgumentException("there is no door '" + door + "'; there are " + errorWriters.keySet());
        }
        Message message = exchange.getMessage();
        HttpServletRequest request = request(exchange);
        Map<String, String> path = new HashMap<>();
        String task = message.getHeader("task", String.class);
        if (task != null) {
            path.put("task", task);
        }
        Call call = new Call(RequestId.random(), door, TraceParent.continuing(request.getHeader("traceparent")));
        exchange.setProperty(Call.PROPERTY, call);
        exchange.setProperty(
                INBOUND,
                new Inbound(
                        request::getHeader,
                        path,
                        request.getRemoteAddr(),
                        (byte[]) request.getAttribute(RequestBodyFilter.INBOUND),
                        (LlmException) request.getAttribute(RequestBodyFilter.PROBLEM)));
        exchange.setProperty(Reply.RESPONSE, message.getHeader("CamelHttpServletResponse"));
        message.removeHeaders("*");
        message.setBody(null);
        if (request.getAttribute(ClientConnectionValve.CONNECTION) instanceof ClientConnection connection) {
            watch.watch(call, connection);
        }
    }
}
