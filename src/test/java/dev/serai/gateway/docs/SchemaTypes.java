/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.admission.quota.Quota;
import dev.serai.gateway.deployment.BreakerPolicy;
import dev.serai.gateway.deployment.Capabilities;
import dev.serai.gateway.deployment.ModelUri;
import dev.serai.gateway.deployment.RateLimits;
import dev.serai.gateway.deployment.Retention;
import dev.serai.gateway.deployment.Timeouts;
import dev.serai.gateway.identity.Permission;
import dev.serai.gateway.ledger.budget.Budget;
import dev.serai.gateway.ledger.price.Rates;
import dev.serai.llm.dialect.Json;

/** How types of Java are written in YAML. A placeholder may stand for any single value. */
final class SchemaTypes {
    private static final String PLACEHOLDER = "\\{\\{";

    private SchemaTypes() {}

    /** An object of a record's components, all but its name. */
    static ObjectNode record(Class<?> type, KeyTable table) throws IOException {
        ObjectNode schema = closed();
        ObjectNode properties = schema.putObject("properties");
        for (RecordComponent component : type.getRecordComponents()) {
            if (!component.getName().equals("name")) {
                ObjectNode property = of(component);
                properties.set(
                        component.getName(),
                        table.rows().containsKey(component.getName())
                                ? table.describe(component.getName(), property)
                                : property);
            }
        }
        return schema;
    }

    static ObjectNode closed() {
        return node().put("type", "object").put("additionalProperties", false);
    }

    /** A map by name, in kebab-case. */
    static ObjectNode named(ObjectNode entry) {
        ObjectNode schema = node().put("type", "object");
        schema.set("additionalProperties", entry);
        return schema;
    }

    static ObjectNode among(Collection<String> values) {
        ObjectNode schema = node();
        var variants = schema.putArray("anyOf");
        values.forEach(variants.addObject().putArray("enum")::add);
        variants.add(text(PLACEHOLDER));
        return schema;
    }

    static ObjectNode text(String pattern) {
        ObjectNode schema = node().put("type", "string");
        return pattern == null ? schema : schema.put("pattern", pattern);
    }

    /** A single value. */
    static ObjectNode of(Class<?> type) {
        if (type.isEnum()) {
            return among(Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                    .toList());
        }
        if (type == Integer.class || type == int.class) {
            return either("integer", "^\\d+$");
        }
        if (type == Boolean.class || type == boolean.class) {
            return either("boolean", "^(true|false)$");
        }
        if (type == Double.class || type == BigDecimal.class) {
            return either("number", "^[0-9.]+$");
        }
        if (type == Duration.class) {
            return text("^\\d+(ms|s|m|h|d)$|^[Pp]|" + PLACEHOLDER);
        }
        if (type == Retention.class) {
            return text("^none$|^\\d+d$|" + PLACEHOLDER);
        }
        return text(type == ModelUri.class ? "^llm:|" + PLACEHOLDER : null);
    }

    private static ObjectNode of(RecordComponent component) throws IOException {
        Class<?> type = component.getType();
        if (Collection.class.isAssignableFrom(type)) {
            ObjectNode schema = node().put("type", "array");
            schema.set("items", items(component));
            return schema;
        }
        if (type == Timeouts.class || type == BreakerPolicy.class) {
            return record(type, KeyTable.below("`" + component.getName() + "`:"));
        }
        if (type == Budget.class) {
            return record(type, KeyTable.below("## Budgets"));
        }
        return type == RateLimits.class || type == Quota.class
                ? record(type, new KeyTable(java.util.Map.of()))
                : of(type);
    }

    private static ObjectNode items(RecordComponent component) throws IOException {
        Type item = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
        if (item == Rates.class) {
            KeyTable table = KeyTable.below("## Prices");
            ObjectNode rates = record(Rates.class, table);
            table.require(rates);
            return rates;
        }
        return switch (component.getName()) {
            case "capabilities" -> among(Capabilities.KNOWN.stream().sorted().toList());
            case "permissions" ->
                among(Arrays.stream(Permission.values()).map(Permission::code).toList());
            default -> text(null);
        };
    }

    private static ObjectNode either(String type, String textPattern) {
        ObjectNode schema = node();
        schema.putArray("anyOf").add(node().put("type", type)).add(text(textPattern + "|" + PLACEHOLDER));
        return schema;
    }

    private static ObjectNode node() {
        return Json.MAPPER.createObjectNode();
    }
}
