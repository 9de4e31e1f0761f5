/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimFault.Kind;

/**
 * Brings flat options into the shape of a script. Beside the script's own keys they know {@code usage.prompt} and its
 * siblings, every fault key, {@code header.<name>} and {@code body} for the error answer, and {@code failFirst=n}: the
 * fault hits the first n attempts only (alone: with status 500). A fault without failFirst hits every attempt, with
 * {@code failRate} that share of them.
 */
final class ScriptOptions {
    private static final int MOST_FAILING = 1000;

    private ScriptOptions() {}

    static ObjectNode tree(Map<String, String> options) {
        ObjectNode script = SimJson.object();
        ObjectNode fault = SimJson.object();
        ObjectNode failing = SimJson.object();
        new TreeMap<>(options).forEach((key, value) -> {
            if (key.startsWith("usage.")) {
                script.withObjectProperty("usage").put(key.substring("usage.".length()), value);
            } else if (key.startsWith("header.")) {
                fault.withObjectProperty("headers").put(key.substring("header.".length()), value);
            } else if (isFault(key)) {
                fault.put(key, value);
            } else if (key.equals("failFirst")) {
                failing.put(key, value);
            } else {
                script.put(key, value);
            }
        });
        addFaults(script, fault, new ScriptFields("", failing).count("failFirst", 0, 1, MOST_FAILING));
        return script;
    }

    private static boolean isFault(String key) {
        if (key.equals("body")) {
            return true;
        }
        for (Kind kind : Kind.values()) {
            if (key.equals(kind.key())) {
                return true;
            }
        }
        return false;
    }

    private static void addFaults(ObjectNode script, ObjectNode fault, int failFirst) {
        if (fault.isEmpty() && failFirst == 0) {
            return;
        }
        if (fault.isEmpty()) {
            fault.put("status", 500);
        }
        if (script.has("failRate") && failFirst == 0) {
            script.set("failWith", fault);
            return;
        }
        ArrayNode attempts = script.putArray("attempts");
        for (int i = 0; i < Math.max(1, failFirst); i++) {
            attempts.add(fault);
        }
        if (!script.has("repeatLast")) {
            script.put("repeatLast", failFirst == 0);
        }
    }
}
