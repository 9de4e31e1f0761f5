/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.Set;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.Reply;
import dev.serai.gateway.identity.Permission;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** The first steps of every route of the admin API, by the bean name {@code admin}. Thread-safe, stateless. */
@Component("admin")
public final class AdminDoor {
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

    /** The reason in the body, which may be missing as a whole; null where it gives none. */
    static String reason(Exchange exchange) throws LlmException {
        return AdminBody.of(exchange, Set.of(AdminBody.REASON)).reason();
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
