/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimFault.Kind;
import dev.serai.llm.provider.sim.SimScript.Counts;
import dev.serai.llm.provider.sim.SimScript.Faults;
import dev.serai.llm.provider.sim.SimScript.Timing;
import dev.serai.llm.provider.sim.SimScript.ToolCalls;

/** Binds a tree to a script, laid over another script. */
final class ScriptReader {
    static final int MOST_TOKENS = 100_000;
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "connection");
    private static final int MOST_CALLS = 16;
    private static final int MOST_COUNTED = 1_000_000_000;

    private ScriptReader() {}

    static SimScript read(JsonNode tree, SimScript base) {
        ScriptFields fields = new ScriptFields("", tree);
        Timing timing = base.timing();
        SimScript script = new SimScript(
                fields.text("answer", base.answer()),
                fields.count("tokens", base.tokens(), 1, MOST_TOKENS),
                fields.number("seed", base.seed()),
                new Timing(
                        fields.duration("latency", timing.latency()),
                        fields.duration("firstTokenDelay", timing.firstTokenDelay()),
                        fields.duration("tokenDelay", timing.tokenDelay())),
                usage(fields, base.usage()),
                tools(fields, base.tools()),
                fields.count("contextWindow", base.contextWindow(), 0, MOST_COUNTED),
                faults(fields, base.faults()));
        fields.noOthers();
        return script;
    }

    private static ToolCalls tools(ScriptFields fields, ToolCalls base) {
        String text = fields.text("toolCall", base.call() ? "auto" : "never");
        if (!text.equals("auto") && !text.equals("never")) {
            throw fields.error("toolCall", "must be auto or never");
        }
        return new ToolCalls(text.equals("auto"), fields.count("parallelToolCalls", base.calls(), 1, MOST_CALLS));
    }

    private static Counts usage(ScriptFields fields, Counts base) {
        if (!fields.has("usage")) {
            return base;
        }
        if (fields.node("usage").isTextual()) {
            if (fields.text("usage", null).equals("none")) {
                return Counts.NOT_REPORTED;
            }
            throw fields.error(
                    "usage",
                    "must be none, or an object with unasked, prompt, completion, cached, cacheWrite, reasoning");
        }
        ScriptFields usage = fields.object("usage");
        Counts counts = new Counts(
                true,
                usage.flag("unasked", base.unasked()),
                usage.count("prompt", base.prompt(), 0, MOST_COUNTED),
                usage.count("completion", base.completion(), 0, MOST_COUNTED),
                usage.count("cached", base.cached(), 0, MOST_COUNTED),
                usage.count("cacheWrite", base.cacheWrite(), 0, MOST_COUNTED),
                usage.count("reasoning", base.reasoning(), 0, MOST_COUNTED));
        usage.noOthers();
        notMore(usage, "cached", counts.cached(), counts.prompt(), "prompt");
        notMore(usage, "cacheWrite", sum(counts.cacheWrite(), counts.cached()), counts.prompt(), "prompt");
        notMore(usage, "reasoning", counts.reasoning(), counts.completion(), "completion");
        return counts;
    }

    private static Integer sum(Integer part, Integer other) {
        return part == null || other == null ? part : Integer.valueOf(part + other);
    }

    private static void notMore(ScriptFields usage, String key, Integer part, Integer whole, String wholeKey) {
        if (part != null && whole != null && part > whole) {
            throw usage.error(key, "must not be more than " + wholeKey + ", of which it is a part");
        }
    }

    private static Faults faults(ScriptFields fields, Faults base) {
        List<SimFault> attempts = base.attempts();
        boolean repeatLast = base.repeatLast();
        if (fields.has("attempts")) {
            attempts =
                    fields.objects("attempts").stream().map(ScriptReader::fault).toList();
            repeatLast = false;
        }
        return new Faults(
                attempts,
                fields.flag("repeatLast", repeatLast),
                fields.share("failRate", base.failRate()),
                fields.has("failWith") ? fault(fields.object("failWith")) : base.failWith());
    }

    private static SimFault fault(ScriptFields fields) {
        Duration latency = fields.duration("latency", null);
        Duration firstTokenDelay = fields.duration("firstTokenDelay", null);
        List<SimFault> found = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            SimFault fault = named(fields, kind);
            if (fault != null) {
                found.add(fault);
            }
        }
        if (found.size() > 1) {
            throw fields.error(found.get(1).kind().key(), "must be the only fault of its entry");
        }
        SimFault fault = found.isEmpty() ? SimFault.NONE : found.get(0);
        SimFault.Reply reply = reply(fields, fault);
        fields.noOthers();
        return new SimFault(fault.kind(), fault.after(), reply, latency, firstTokenDelay);
    }

    /** The fault of this kind, or null where the entry does not name it. */
    private static SimFault named(ScriptFields fields, Kind kind) {
        if (kind == Kind.NONE || !fields.has(kind.key())) {
            return null;
        }
        if (kind.isFlag()) {
            return fields.flag(kind.key(), false) ? SimFault.of(kind) : null;
        }
        if (kind == Kind.STATUS) {
            return SimFault.status(fields.count("status", 0, 200, 599));
        }
        boolean beforeHeaders = fields.node(kind.key()).asText().equals("headers");
        if (kind == Kind.RESET_BEFORE_HEADERS) {
            return beforeHeaders ? SimFault.of(kind) : null;
        }
        if (kind == Kind.RESET && beforeHeaders) {
            return null;
        }
        int least = kind == Kind.MALFORMED ? 1 : 0;
        return new SimFault(kind, fields.count(kind.key(), 0, least, MOST_TOKENS), SimFault.Reply.DEFAULT, null, null);
    }

    private static SimFault.Reply reply(ScriptFields fields, SimFault fault) {
        Map<String, String> headers = new TreeMap<>();
        if (fields.has("headers")) {
            onlyForReplies(fields, fault, "headers");
            ScriptFields given = fields.object("headers");
            fields.node("headers").fieldNames().forEachRemaining(name -> headers.put(name, header(given, name)));
        }
        String body = null;
        if (fields.has("body")) {
            onlyForReplies(fields, fault, "body");
            JsonNode node = fields.node("body");
            body = node.isContainerNode() ? node.toString() : node.asText();
        }
        return new SimFault.Reply(fault.reply().status(), headers, body);
    }

    private static String header(ScriptFields headers, String name) {
        String value = headers.text(name, "");
        if (!name.matches("[A-Za-z0-9-]+") || !value.matches("[\\x20-\\x7e]*")) {
            throw headers.error(name, "must be a header of visible ASCII characters");
        }
        if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
            throw headers.error(name, "must not be set, since the server frames its answers itself");
        }
        return value;
    }

    private static void onlyForReplies(ScriptFields fields, SimFault fault, String key) {
        if (!fault.kind().isErrorReply()) {
            throw fields.error(key, "needs an error answer beside it, such as status");
        }
    }
}
