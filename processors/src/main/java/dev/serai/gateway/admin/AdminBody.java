/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.function.Predicate;

import org.apache.camel.Exchange;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Durations;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.llm.LlmException;

/** What an operator's request says: an object with no other fields than those of its kind. A field that is missing is null. */
final class AdminBody {
    private final JsonNode body;

    private AdminBody(JsonNode body) {
        this.body = body;
    }

    /** The body, which may be missing as a whole; with a field that is none of those it is refused. */
    static AdminBody of(Exchange exchange, Set<String> fields) throws LlmException {
        return new AdminBody(AdminDoor.body(exchange, fields.stream().sorted().toList()));
    }

    String reason() throws LlmException {
        return AdminDoor.reason(body);
    }

    Integer integer(String name) throws LlmException {
        JsonNode value = field(name, JsonNode::canConvertToInt, "a whole number");
        return value == null ? null : Integer.valueOf(value.intValue());
    }

    Long wide(String name) throws LlmException {
        JsonNode value = field(name, node -> node.isIntegralNumber() && node.canConvertToLong(), "a whole number");
        return value == null ? null : Long.valueOf(value.longValue());
    }

    Double number(String name) throws LlmException {
        JsonNode value = field(name, JsonNode::isNumber, "a number");
        return value == null ? null : Double.valueOf(value.doubleValue());
    }

    boolean isFalse(String name) throws LlmException {
        JsonNode value = field(name, JsonNode::isBoolean, "true or false");
        return value != null && !value.booleanValue();
    }

    Duration duration(String name) throws LlmException {
        JsonNode value = field(name, JsonNode::isTextual, "a duration, e.g. \"2h\"");
        try {
            return value == null ? null : Durations.parse(value.textValue());
        } catch (InvalidValueException e) {
            throw LlmException.invalid(name, "'" + name + "' " + e.getMessage() + ": " + e.fix() + ".");
        }
    }

    Instant time(String name) throws LlmException {
        JsonNode value = field(name, JsonNode::isTextual, "a time");
        try {
            return value == null
                    ? null
                    : OffsetDateTime.parse(value.textValue()).toInstant();
        } catch (DateTimeParseException e) {
            throw LlmException.invalid(
                    name, "'" + name + "' has to be a time with its offset, e.g. 2026-11-30T18:00:00Z.");
        }
    }

    /** A field that has to be there. */
    static <T> T required(String name, T value) throws LlmException {
        if (value == null) {
            throw LlmException.invalid(name, "'" + name + "' is missing.");
        }
        return value;
    }

    private JsonNode field(String name, Predicate<JsonNode> fits, String kind) throws LlmException {
        JsonNode value = body.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!fits.test(value)) {
            throw LlmException.invalid(name, "'" + name + "' has to be " + kind + ".");
        }
        return value;
    }
}
