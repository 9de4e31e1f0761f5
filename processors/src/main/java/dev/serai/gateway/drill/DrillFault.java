/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.drill;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Spelling;
import dev.serai.llm.LlmException;
import dev.serai.llm.provider.sim.SimFault;
import dev.serai.llm.provider.sim.SimHost;

/** Reads a fault as docs/sim.md describes it, and says what is wrong with it in words for the operator. Stateless. */
public final class DrillFault {
    private static final String FIELD = "fault";
    private static final String HEADERS = "headers";
    private static final Set<String> WAITS = Set.of("latency", "firstTokenDelay");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9.]{1,40}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9 .,:;=/_-]{1,200}");

    /** What fails a request for a reason that is the provider's, before it has said a word. */
    private static final Map<String, Pattern> BEFORE_THE_ANSWER = Map.of(
            "status", Pattern.compile("401|403|429|5\\d\\d"),
            "quota", Pattern.compile("true"),
            "overloaded", Pattern.compile("true"),
            "silence", Pattern.compile("true"),
            "reset", Pattern.compile("headers|0"),
            "cutAfter", Pattern.compile("0"),
            "stallAfter", Pattern.compile("0"),
            "inBandErrorAfter", Pattern.compile("0"));

    private static final String RULE_OF_REAL =
            "no caller of a real deployment may get a word that a drill has made up: use "
                    + "status (401, 403, 429 or 5xx), quota, overloaded, silence, reset (headers), or cutAfter, stallAfter or "
                    + "inBandErrorAfter with 0";

    private DrillFault() {}

    /**
     * Checks a fault.
     *
     * @param simulated whether it is for a simulated deployment, which may get any
     * @throws LlmException invalid_request, naming the key and the rule
     */
    public static void check(JsonNode fault, boolean simulated) throws LlmException {
        if (!fault.isObject() || fault.isEmpty()) {
            throw LlmException.invalid(
                    FIELD, "'fault' has to say what goes wrong, e.g. {\"fault\": {\"status\": 503}}. " + known(""));
        }
        for (Map.Entry<String, JsonNode> entry : fault.properties()) {
            checkEntry(entry.getKey(), entry.getValue());
        }
        if (!simulated) {
            checkReal(fault);
        }
        try {
            SimHost.check("quick", Map.copyOf(options(fault)));
        } catch (IllegalArgumentException e) {
            String problem = e.getMessage().replaceFirst("^sim script: (attempts\\[1]\\.)?", "");
            throw LlmException.invalid(FIELD, "fault." + problem + ".");
        }
    }

    private static void checkEntry(String key, JsonNode value) throws LlmException {
        if (!SimFault.keys().contains(key)) {
            throw LlmException.invalid(FIELD, "'" + key + "' is no fault: " + known(key));
        }
        if (key.equals(HEADERS)) {
            for (Map.Entry<String, JsonNode> header : value.properties()) {
                require(HEADER, "fault.headers." + header.getKey(), header.getValue());
            }
            return;
        }
        require(VALUE, "fault." + key, value);
        if (value.asText().equals("false")) {
            throw LlmException.invalid(FIELD, "fault." + key + " = false would be no fault: leave it out.");
        }
    }

    private static void require(Pattern pattern, String where, JsonNode value) throws LlmException {
        if (!value.isValueNode() || !pattern.matcher(value.asText()).matches()) {
            throw LlmException.invalid(FIELD, where + " has to be a short text, a number or true.");
        }
    }

    private static void checkReal(JsonNode fault) throws LlmException {
        boolean fails = false;
        for (Map.Entry<String, JsonNode> entry : fault.properties()) {
            String key = entry.getKey();
            if (WAITS.contains(key) || key.equals(HEADERS)) {
                continue;
            }
            Pattern allowed = BEFORE_THE_ANSWER.get(key);
            if (allowed == null || !allowed.matcher(entry.getValue().asText()).matches()) {
                throw LlmException.invalid(
                        FIELD, "fault." + key + " = " + entry.getValue().asText() + ": " + RULE_OF_REAL + ".");
            }
            fails = true;
        }
        if (!fails) {
            throw LlmException.invalid(FIELD, "'fault' only waits: " + RULE_OF_REAL + ".");
        }
    }

    private static String known(String key) {
        return Spelling.fix(key, "faults", SimFault.keys());
    }

    /** As options of {@code llm:sim}, without their prefix. */
    static Map<String, String> options(JsonNode fault) {
        Map<String, String> options = new TreeMap<>();
        fault.properties().forEach(entry -> {
            if (entry.getKey().equals(HEADERS)) {
                entry.getValue()
                        .properties()
                        .forEach(header -> options.put(
                                "header." + header.getKey(), header.getValue().asText()));
            } else {
                options.put(entry.getKey(), entry.getValue().asText());
            }
        });
        return options;
    }
}
