/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.List;
import java.util.Map;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.Inbound;
import dev.serai.gateway.door.Reply;
import dev.serai.gateway.identity.Permission;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** The first steps of every route of the admin API, by the bean name {@code admin}. Thread-safe, stateless. */
@Component("admin")
public final class AdminDoor {
    static final String REASON = "reason";
    private static final int LONGEST_REASON = 500;

    private final Doors doors;

    AdminDoor(Doors doors) {
        this.doors = doors;
    }

    public void open(Exchange exchange) {
        doors.open(exchange, Doors.ADMIN);
    }

    /** Refuses whoever lacks the permission; who it is was found out before. */
    public void authorise(Exchange exchange) throws LlmException {
        if (!Call.of(exchange).caller().may(Permission.ADMIN)) {
            throw LlmException.of(ErrorClass.FORBIDDEN)
                    .code("admin_required")
                    .detail("no permission for the admin API")
                    .reason("This key may not use the admin API: its caller needs the permission 'admin'.")
                    .build();
        }
    }

    /** What the address says at that place. */
    static String path(Exchange exchange, String name) {
        return Doors.inbound(exchange).path().get(name);
    }

    /** The body, which may be missing as a whole: then it is empty. */
    static JsonNode body(Exchange exchange, List<String> fields) throws LlmException {
        Inbound inbound = Doors.inbound(exchange);
        if (inbound.problem() != null && inbound.body().length > 0) {
            throw inbound.problem();
        }
        JsonNode body = inbound.body().length == 0 ? Json.object() : Json.parseRequest(inbound.body());
        if (!body.isObject()) {
            throw LlmException.invalid(fields.get(0), "The body has to be an object with " + fields + ".");
        }
        for (Map.Entry<String, JsonNode> field : body.properties()) {
            if (!fields.contains(field.getKey())) {
                throw LlmException.invalid(
                        field.getKey(),
                        "'" + field.getKey() + "' is no field here: " + Spelling.fix(field.getKey(), "fields", fields)
                                + ".");
            }
        }
        return body;
    }

    /** The reason in a body that has nothing else, and may be missing as a whole; null where it gives none. */
    static String reason(Exchange exchange) throws LlmException {
        return reason(body(exchange, List.of(REASON)));
    }

    static String reason(JsonNode body) throws LlmException {
        JsonNode reason = body.get(REASON);
        if (reason != null && (!reason.isTextual() || reason.textValue().length() > LONGEST_REASON)) {
            throw LlmException.invalid(
                    REASON, "'reason' has to be a text of no more than " + LONGEST_REASON + " characters.");
        }
        return reason == null ? null : reason.textValue();
    }

    /** The deployment that the address names. */
    static Deployment deployment(Exchange exchange, Catalogue catalogue) throws LlmException {
        String name = path(exchange, "deployment");
        return catalogue
                .current()
                .find(name)
                .orElseThrow(
                        () -> notFound("deployment", name, catalogue.current().fixForUnknown(name)));
    }

    static LlmException notFound(String what, String name, String fix) {
        return LlmException.of(ErrorClass.NOT_FOUND)
                .code("unknown_" + what)
                .detail("no such " + what)
                .reason("There is no " + what + " '" + name + "': " + fix + ".")
                .build();
    }

    /** Makes a text the answer. */
    static void answer(Exchange exchange, byte[] text, String type) {
        Call.of(exchange).end(new CallOutcome(null, null, null, null));
        exchange.setProperty(Reply.TYPE, type);
        exchange.setProperty(Reply.ANSWER, new Reply.Answer(text, null, null));
    }

    /** Makes a value the answer. */
    static void answer(Exchange exchange, Object body) {
        Call.of(exchange).end(new CallOutcome(null, null, null, null));
        exchange.setProperty(Reply.ANSWER, new Reply.Answer(Json.bytes(Json.MAPPER.valueToTree(body)), null, null));
    }
}
