/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.camel.Exchange;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Durations;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.Inbound;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** What a change comes with: an object of texts, each of which may be missing, or no body at all. Immutable. */
final class AdminBody {
    private static final String REASON = "reason";
    private static final int LONGEST = 500;

    private final JsonNode fields;

    private AdminBody(JsonNode fields) {
        this.fields = fields;
    }

    /** @param names of the fields that are known, with the reason, which each change may have */
    static AdminBody read(Exchange exchange, String... names) throws LlmException {
        Inbound inbound = Doors.inbound(exchange);
        if (inbound.body().length == 0) {
            return new AdminBody(Json.object());
        }
        if (inbound.problem() != null) {
            throw inbound.problem();
        }
        JsonNode body = Json.parseRequest(inbound.body());
        List<String> known = new ArrayList<>(List.of(names));
        known.add(REASON);
        if (!body.isObject()) {
            throw LlmException.invalid("", "The body has to be a JSON object of: " + String.join(", ", known) + ".");
        }
        for (Map.Entry<String, JsonNode> field : body.properties()) {
            String name = field.getKey();
            if (!known.contains(name)) {
                throw LlmException.invalid(
                        name, "'" + name + "' is no field here; there are: " + String.join(", ", known) + ".");
            }
            if (!field.getValue().isTextual() || field.getValue().textValue().length() > LONGEST) {
                throw LlmException.invalid(
                        name, "'" + name + "' has to be a text of no more than " + LONGEST + " characters.");
            }
        }
        return new AdminBody(body);
    }

    /** Null where it gives none. */
    String reason() {
        return text(REASON);
    }

    /** Null where it is not given. */
    Duration duration(String field) throws LlmException {
        try {
            return text(field) == null ? null : Durations.parse(text(field));
        } catch (InvalidValueException e) {
            throw LlmException.invalid(field, "'" + field + "' " + e.rule() + ": " + e.fix() + ".");
        }
    }

    /** Null where it is not given. */
    Instant time(String field) throws LlmException {
        try {
            return text(field) == null ? null : Instant.parse(text(field));
        } catch (DateTimeParseException e) {
            throw LlmException.invalid(field, "'" + field + "' is not a time such as 2027-01-31T00:00:00Z.");
        }
    }

    private String text(String field) {
        return fields.path(field).textValue();
    }
}
