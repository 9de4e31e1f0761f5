/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Durations;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.identity.CallerDirectory;
import dev.serai.gateway.key.CallerKey;
import dev.serai.gateway.key.KeyControl;
import dev.serai.gateway.key.KeyControl.Order;
import dev.serai.gateway.key.KeyIndex;
import dev.serai.gateway.key.KeyUses;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** Keys of callers in the admin API, by the bean name {@code admin-keys}. Thread-safe. */
@Component("admin-keys")
public final class AdminKeys {
    private static final String EXPIRES = "expires";
    private static final String GRACE = "grace";
    private static final Duration SHORTEST_GRACE = Duration.ofSeconds(1);
    private static final Duration LONGEST_GRACE = Duration.ofDays(90);

    private final KeyControl control;
    private final KeyIndex index;
    private final KeyUses uses;
    private final AuditLog audit;

    AdminKeys(KeyControl control, KeyIndex index, KeyUses uses, AuditLog audit) {
        this.control = control;
        this.index = index;
        this.uses = uses;
        this.audit = audit;
    }

    /** @param configured whether the caller is in callers.yaml: without that none of its keys is valid */
    private record OfCaller(String caller, boolean configured, List<KeyView> keys) {}

    /** What a rotation changes: the key that ends, and the new one. */
    private record Pair(KeyView replaced, KeyView created) {}

    /** Answers with the keys of all callers. */
    public void list(Exchange exchange) {
        CallerDirectory callers = callers(exchange);
        Set<String> names = new TreeSet<>(withKeys());
        callers.callers().forEach(caller -> names.add(caller.name()));
        List<OfCaller> all = new ArrayList<>();
        for (String name : names) {
            List<KeyView> keys =
                    index.of(callers, name).stream().map(this::view).toList();
            all.add(new OfCaller(name, callers.named(name).isPresent(), keys));
        }
        AdminDoor.answer(exchange, Map.of("callers", all));
    }

    /** Answers with a new key, which nobody sees again. */
    public void create(Exchange exchange) throws LlmException {
        String caller = configured(exchange);
        JsonNode body = AdminDoor.body(exchange, List.of(EXPIRES, AdminDoor.REASON));
        String reason = AdminDoor.reason(body);
        KeyControl.Made made = control.create(order(exchange, caller, reason), expires(body));
        KeyView after = view(made.known());
        audit.write(exchange, new AuditLog.Deed("key.create", caller, reason), null, after);
        AdminDoor.answer(exchange, shown(made, after));
    }

    /** Answers with a new key and what becomes of the one that it replaces. */
    public void rotate(Exchange exchange) throws LlmException {
        String caller = configured(exchange);
        JsonNode body = AdminDoor.body(exchange, List.of(GRACE, EXPIRES, AdminDoor.REASON));
        String reason = AdminDoor.reason(body);
        KeyControl.Rotated rotated = control.rotate(order(exchange, caller, reason), expires(body), grace(body));
        Pair after = new Pair(view(rotated.ending()), view(rotated.made().known()));
        audit.write(exchange, new AuditLog.Deed("key.rotate", caller, reason), view(rotated.before()), after);
        ObjectNode answer = shown(rotated.made(), after.created());
        answer.set("replaced", Json.MAPPER.valueToTree(after.replaced()));
        AdminDoor.answer(exchange, answer);
    }

    /** Answers with the key as it stands then; also for a caller that is in no file any more. */
    public void revoke(Exchange exchange) throws LlmException {
        String caller = AdminDoor.path(exchange, "caller");
        if (!withKeys().contains(caller)) {
            configured(exchange);
        }
        String reason = AdminDoor.reason(exchange);
        String id = AdminDoor.path(exchange, "id");
        KeyControl.Revoked revoked = control.revoke(order(exchange, caller, reason), id);
        KeyView after = view(revoked.after());
        if (!revoked.before().equals(revoked.after())) {
            String target = caller + "/" + id;
            audit.write(exchange, new AuditLog.Deed("key.revoke", target, reason), view(revoked.before()), after);
        }
        AdminDoor.answer(exchange, after);
    }

    private static ObjectNode shown(KeyControl.Made made, KeyView view) {
        ObjectNode answer = Json.MAPPER.valueToTree(view);
        return answer.put("key", made.key().reveal());
    }

    private KeyView view(CallerKey key) {
        return KeyView.of(key, uses.last(key.hash()), Instant.now());
    }

    private static Order order(Exchange exchange, String caller, String reason) {
        return new Order(callers(exchange), caller, Call.of(exchange).caller().name(), reason);
    }

    private static CallerDirectory callers(Exchange exchange) {
        return Call.of(exchange).edition().callers();
    }

    private Set<String> withKeys() {
        return index.all().stream()
                .filter(key -> !key.inFile())
                .map(CallerKey::caller)
                .collect(Collectors.toSet());
    }

    private static String configured(Exchange exchange) throws LlmException {
        String name = AdminDoor.path(exchange, "caller");
        CallerDirectory callers = callers(exchange);
        if (callers.named(name).isEmpty()) {
            List<String> names = callers.callers().stream().map(Caller::name).toList();
            throw AdminDoor.notFound("caller", name, Spelling.fix(name, "callers", names));
        }
        return name;
    }

    /** Null where there is none. */
    private static Instant expires(JsonNode body) throws LlmException {
        if (!body.has(EXPIRES)) {
            return null;
        }
        Instant expires;
        try {
            expires = Instant.parse(body.get(EXPIRES).asText());
        } catch (DateTimeParseException e) {
            throw LlmException.invalid(EXPIRES, "'expires' has to be a time such as 2027-01-31T00:00:00Z.");
        }
        if (!expires.isAfter(Instant.now())) {
            throw LlmException.invalid(EXPIRES, "'expires' is not in the future.");
        }
        return expires;
    }

    private static Duration grace(JsonNode body) throws LlmException {
        if (!body.has(GRACE)) {
            return KeyControl.DEFAULT_GRACE;
        }
        Duration grace;
        try {
            grace = Durations.parse(body.get(GRACE).asText());
        } catch (InvalidValueException e) {
            throw LlmException.invalid(GRACE, "'grace' " + e.rule() + ": " + e.fix() + ".");
        }
        if (grace.compareTo(SHORTEST_GRACE) < 0 || grace.compareTo(LONGEST_GRACE) > 0) {
            throw LlmException.invalid(
                    GRACE, "'grace' has to be between 1s and 90d; to end a key at once, revoke it after the rotation.");
        }
        return grace;
    }
}
