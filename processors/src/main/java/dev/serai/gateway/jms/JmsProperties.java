/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

import dev.serai.gateway.door.Doors;

/** The properties of a request, under the names of the headers that doors know. Immutable. */
final class JmsProperties {
    private static final String HYPHEN = "_HYPHEN_";
    private static final Map<String, String> HEADERS = Map.of(
            "x-api-key",
            JmsNames.KEY,
            Doors.PIN_HEADER.toLowerCase(Locale.ROOT),
            JmsNames.DEPLOYMENT,
            Doors.CACHE_HEADER.toLowerCase(Locale.ROOT),
            JmsNames.CACHE_CONTROL,
            Doors.IDEMPOTENCY_HEADER.toLowerCase(Locale.ROOT),
            JmsNames.IDEMPOTENCY_KEY);

    private final Map<String, String> values;

    private JmsProperties(Map<String, String> values) {
        this.values = values;
    }

    static JmsProperties of(Message message) throws JMSException {
        Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Object name : Collections.list(message.getPropertyNames())) {
            Object value = message.getObjectProperty((String) name);
            if (value != null) {
                values.put((String) name, value.toString());
            }
        }
        return new JmsProperties(values);
    }

    /** By the property's own name, in any case; null where it is absent or blank. */
    String get(String property) {
        String value = values.get(property);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** By the name of an HTTP header, whose hyphens Camel and its like write out in JMS. */
    String header(String name) {
        String property = HEADERS.get(name.toLowerCase(Locale.ROOT));
        String value = property == null ? null : values.get(property);
        return value == null ? values.get(name.replace("-", HYPHEN)) : value;
    }
}
