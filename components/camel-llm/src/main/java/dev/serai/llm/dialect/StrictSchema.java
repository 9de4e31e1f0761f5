/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A schema as OpenAI holds a model to it: every object says that it has no further properties, and requires all it has.
 * Elsewhere an object without a word on further properties has none. Stateless.
 */
public final class StrictSchema {
    private StrictSchema() {}

    /**
     * The schema with its objects closed; the schema itself where a property is optional or an object is open: whoever
     * cannot hold a model to it, as OpenAI cannot, says so.
     */
    public static JsonNode of(JsonNode schema) {
        JsonNode closed = schema.deepCopy();
        return close(closed) ? closed : schema;
    }

    private static boolean close(JsonNode node) {
        for (JsonNode child : node) {
            if (child.isContainerNode() && !close(child)) {
                return false;
            }
        }
        return !(node instanceof ObjectNode schema && schema.path("properties").isObject()) || closeObject(schema);
    }

    private static boolean closeObject(ObjectNode schema) {
        JsonNode further = schema.path("additionalProperties");
        if (!further.isMissingNode() && !(further.isBoolean() && !further.asBoolean())) {
            return false;
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (!requires(schema, property.getKey())) {
                return false;
            }
        }
        schema.put("additionalProperties", false);
        return true;
    }

    private static boolean requires(ObjectNode schema, String name) {
        for (JsonNode required : schema.path("required")) {
            if (name.equals(required.textValue())) {
                return true;
            }
        }
        return false;
    }
}
