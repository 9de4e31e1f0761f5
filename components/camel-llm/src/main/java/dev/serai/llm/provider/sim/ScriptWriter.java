/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Duration;
import java.util.Objects;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimScript.Counts;
import dev.serai.llm.provider.sim.SimScript.Faults;

/** Writes a script in the form that {@link ScriptReader} reads. */
final class ScriptWriter {
    private ScriptWriter() {}

    static ObjectNode write(SimScript script) {
        ObjectNode out = SimJson.object();
        if (script.answer() != null) {
            out.put("answer", script.answer());
        }
        out.put("tokens", script.tokens());
        if (script.seed() != 0) {
            out.put("seed", script.seed());
        }
        put(out, "latency", script.timing().latency());
        put(out, "firstTokenDelay", script.timing().firstTokenDelay());
        put(out, "tokenDelay", script.timing().tokenDelay());
        usage(out, script.usage());
        out.put("toolCall", script.tools().call() ? "auto" : "never");
        if (script.tools().calls() > 1) {
            out.put("parallelToolCalls", script.tools().calls());
        }
        if (script.contextWindow() > 0) {
            out.put("contextWindow", script.contextWindow());
        }
        faults(out, script.faults());
        return out;
    }

    private static void usage(ObjectNode out, Counts usage) {
        if (!usage.reported()) {
            out.put("usage", "none");
        } else if (!usage.equals(Counts.MEASURED)) {
            ObjectNode counts = out.putObject("usage");
            if (usage.unasked()) {
                counts.put("unasked", true);
            }
            put(counts, "prompt", usage.prompt());
            put(counts, "completion", usage.completion());
            put(counts, "cached", usage.cached());
            put(counts, "cacheWrite", usage.cacheWrite());
            put(counts, "reasoning", usage.reasoning());
        }
    }

    private static void faults(ObjectNode out, Faults faults) {
        if (!faults.attempts().isEmpty()) {
            ArrayNode attempts = out.putArray("attempts");
            faults.attempts().forEach(fault -> attempts.add(fault(fault)));
            out.put("repeatLast", faults.repeatLast());
        }
        if (faults.failRate() > 0) {
            out.put("failRate", faults.failRate());
            out.set("failWith", fault(faults.failWith()));
        }
    }

    private static ObjectNode fault(SimFault fault) {
        ObjectNode out = SimJson.object();
        String key = fault.kind().key();
        if (fault.kind().isFlag()) {
            out.put(key, true);
        } else if (fault.kind() == SimFault.Kind.STATUS) {
            out.put(key, fault.reply().status());
        } else if (fault.kind() == SimFault.Kind.RESET_BEFORE_HEADERS) {
            out.put(key, "headers");
        } else if (key != null) {
            out.put(key, fault.after());
        }
        if (!fault.reply().headers().isEmpty()) {
            ObjectNode headers = out.putObject("headers");
            fault.reply().headers().forEach(headers::put);
        }
        if (fault.reply().body() != null) {
            out.put("body", fault.reply().body());
        }
        put(out, "latency", fault.latency());
        put(out, "firstTokenDelay", fault.firstTokenDelay());
        return out;
    }

    private static void put(ObjectNode out, String key, Duration value) {
        if (value != null && !value.isZero()) {
            out.put(key, value.toString());
        }
    }

    private static void put(ObjectNode out, String key, Integer value) {
        if (Objects.nonNull(value)) {
            out.put(key, value);
        }
    }
}
