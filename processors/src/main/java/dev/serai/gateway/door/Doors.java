/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.TraceParent;
import dev.serai.gateway.edition.Editions;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;

/**
 * All doors. The first step of every HTTP door, by the bean name {@code doors}, is {@link #open}: it turns the request into
 * a {@link Call} and leaves nothing of it in the message. Thread-safe.
 */
@Component("doors")
public final class Doors {
    public static final String PIN_HEADER = "X-Serai-Deployment";

    public static final String IDEMPOTENCY_HEADER = "Idempotency-Key";

    public static final String CACHE_HEADER = "Cache-Control";

    /** Before the name of a door that a call came through over JMS. */
    public static final String OVER_JMS = "jms-";

    /** The door of operators: it speaks the use-case door's dialect. */
    public static final String ADMIN = "admin";

    /** What the addresses of doors can have in them. */
    private static final List<String> PATH_NAMES =
            List.of("task", "deployment", "action", "kind", "name", "caller", "id", "version");

    /** What the queries of operators can have in them. */
    private static final List<String> QUERY_NAMES = List.of("from", "to", "limit", "by");

    private static final String INBOUND = "SeraiInbound";

    private final Map<String, Door> doors = new HashMap<>();
    private final Map<String, ErrorWriter> errorWriters = new HashMap<>();
    private final ClientWatch watch;
    private final Editions editions;

    Doors(ClientWatch watch, Editions editions) {
        this.watch = watch;
        this.editions = editions;
        add(new NativeDoor(Dialect.OPENAI_CHAT, "data: [DONE]\n\n".getBytes(), List.of()));
        add(new NativeDoor(
                Dialect.ANTHROPIC_MESSAGES,
                "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n".getBytes(),
                List.of("anthropic-version", "anthropic-beta")));
        add(new NativeDoor(Dialect.OPENAI_RESPONSES, new byte[0], List.of()));
        add(new UseCaseDoor(false));
        add(new UseCaseDoor(true));
        // not over JMS: the path says what Gemini's requests ask for, and the others do not ask for an answer
        for (Door door :
                List.of(new GeminiDoor(false), new GeminiDoor(true), new EmbeddingsDoor(), new TokenCountDoor())) {
            doors.put(door.name(), door);
        }
        errorWriters.putAll(doors);
        errorWriters.put(ADMIN, new UseCaseDoor(false));
        for (ModelsDialect dialect : ModelsDialect.values()) {
            errorWriters.put(dialect.door(), dialect);
        }
    }

    private void add(Door door) {
        doors.put(door.name(), door);
        doors.put(OVER_JMS + door.name(), door);
    }

    /** The door that a model call came through. */
    public Door of(Call call) {
        return doors.get(call.door());
    }

    /** How a call, of whatever kind, is told its failure. */
    public ErrorWriter errorWriter(Call call) {
        return errorWriters.get(call.door());
    }

    /** What arrived with the exchange's call. */
    public static Inbound inbound(Exchange exchange) {
        return exchange.getProperty(INBOUND, Inbound.class);
    }

    /** Whether model calls come through a door of that name. */
    public boolean has(String door) {
        return doors.containsKey(door);
    }

    /** The request that opens a call. */
    static HttpServletRequest request(Exchange exchange) {
        return exchange.getMessage().getHeader("CamelHttpServletRequest", HttpServletRequest.class);
    }

    /** Opens a call that came over HTTP, through the named door. */
    public void open(Exchange exchange, String door) {
        Message message = exchange.getMessage();
        HttpServletRequest request = request(exchange);
        exchange.setProperty(Reply.RESPONSE, message.getHeader("CamelHttpServletResponse"));
        Call call = begin(
                exchange,
                door,
                new Inbound(
                        RequestBodyFilter.headers(request)::get,
                        path(message, request),
                        request.getRemoteAddr(),
                        (byte[]) request.getAttribute(RequestBodyFilter.INBOUND),
                        (LlmException) request.getAttribute(RequestBodyFilter.PROBLEM)));
        if (request.getAttribute(ClientConnectionValve.CONNECTION) instanceof ClientConnection connection) {
            watch.watch(call, connection);
        }
    }

    private static Map<String, String> path(Message message, HttpServletRequest request) {
        Map<String, String> path = new HashMap<>(2);
        for (String name : PATH_NAMES) {
            String value = message.getHeader(name, String.class);
            if (value != null) {
                path.put(name, value);
            }
        }
        if (request.getQueryString() != null) {
            MultiValueMap<String, String> query = UriComponentsBuilder.newInstance()
                    .query(request.getQueryString())
                    .build()
                    .getQueryParams();
            QUERY_NAMES.stream()
                    .filter(query::containsKey)
                    .forEach(name -> path.put(name, decoded(query.getFirst(name))));
        }
        return path;
    }

    private static String decoded(String value) {
        try {
            return value == null ? "" : UriUtils.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) { // no escape: what is asked for says that it is wrong
            return value;
        }
    }

    /** Opens a call through the named door, whatever carried it here; nothing of that stays in the message. */
    public Call begin(Exchange exchange, String door, Inbound inbound) {
        if (!errorWriters.containsKey(door)) {
            throw new IllegalArgumentException("there is no door '" + door + "'; there are " + errorWriters.keySet());
        }
        Call call = new Call(
                RequestId.random(),
                door,
                TraceParent.continuing(inbound.header().apply("traceparent")));
        call.within(editions.of(exchange));
        exchange.setProperty(Call.PROPERTY, call);
        exchange.setProperty(INBOUND, inbound);
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(null);
        return call;
    }
}
