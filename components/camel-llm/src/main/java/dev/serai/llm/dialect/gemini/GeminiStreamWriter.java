/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes the parts of another dialect's stream. A call comes whole here, so its fragments wait until the candidate is
 * finished. The last event has the finish reasons and the usage, which may come after the finish. A failure writes
 * nothing here: who ends the stream writes the error. Native parts have no place here. One stream, one thread.
 */
final class GeminiStreamWriter implements StreamWriter {
    private record Call(StreamPart.ToolCallStart start, StringBuilder arguments) {}

    /** One candidate so far. */
    private static final class Candidate {
        private final Map<Integer, Call> calls = new LinkedHashMap<>();
        private final StringBuilder text = new StringBuilder();
        private final List<Part.Citation> citations = new ArrayList<>();
        private final StringBuilder refusal = new StringBuilder();
        private StopReason stop = StopReason.STOP;
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Integer, Candidate> candidates = new TreeMap<>();
    private String id;
    private String model;
    private Usage usage;

    @Override
    public byte[] write(StreamPart part) {
        out.reset();
        if (part instanceof StreamPart.Start start) {
            id = start.id();
            model = start.model();
        } else if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Finish finish) {
            candidate(finish.choice()).stop = finish.reason();
            calls(finish.choice());
        } else if (part instanceof StreamPart.End) {
            end();
        } else {
            content(part);
        }
        return out.toByteArray();
    }

    private void content(StreamPart part) {
        if (part instanceof StreamPart.Text text) {
            candidate(text.choice()).text.append(text.text());
            if (text.isContent() || !text.tokens().isEmpty()) {
                chunk(text.choice(), List.of(Json.object().put("text", text.text())), text.tokens());
            }
        } else if (part instanceof StreamPart.Reasoning reasoning) {
            chunk(
                    reasoning.choice(),
                    List.of(GeminiAnswerWriter.thought(reasoning.text(), reasoning.signature())),
                    List.of());
        } else if (part instanceof StreamPart.Citation cited) {
            candidate(cited.choice()).citations.add(cited.citation());
        } else if (part instanceof StreamPart.Refusal refusal) {
            candidate(refusal.choice()).refusal.append(refusal.text());
        } else if (part instanceof StreamPart.ToolCallStart start) {
            candidate(start.choice()).calls.put(start.index(), new Call(start, new StringBuilder()));
        } else if (part instanceof StreamPart.ToolCallArguments arguments) {
            Call call = candidate(arguments.choice()).calls.get(arguments.index());
            if (call != null) {
                call.arguments.append(arguments.json());
            }
        }
    }

    private Candidate candidate(int choice) {
        return candidates.computeIfAbsent(choice, index -> new Candidate());
    }

    /** A call that was cut off is left out, as in a whole answer. */
    private void calls(int choice) {
        List<ObjectNode> parts = new ArrayList<>();
        for (Call call : candidate(choice).calls.values()) {
            ObjectNode part =
                    GeminiAnswerWriter.functionCall(call.start.id(), call.start.name(), call.arguments.toString());
            if (part != null) {
                parts.add(part);
            }
        }
        candidate(choice).calls.clear();
        if (!parts.isEmpty()) {
            chunk(choice, parts, List.of());
        }
    }

    private void chunk(int choice, List<ObjectNode> parts, List<Token> tokens) {
        candidate(choice);
        ObjectNode body = Json.object();
        ObjectNode json = body.putArray("candidates").addObject();
        GeminiAnswerWriter.content(json).addAll(parts);
        GeminiTokens.write(tokens, json);
        json.put("index", choice);
        event(body);
    }

    private void end() {
        candidate(0);
        candidates.keySet().forEach(this::calls);
        ObjectNode body = Json.object();
        ArrayNode array = body.putArray("candidates");
        candidates.forEach((choice, candidate) -> {
            ObjectNode json = array.addObject();
            GeminiAnswerWriter.content(json).addObject().put("text", "");
            GeminiGrounding.write(candidate.citations, candidate.text.toString(), json);
            GeminiAnswerWriter.finish(json, GeminiStops.write(candidate.stop), candidate.refusal.toString());
            json.put("index", choice);
        });
        event(body);
    }

    private void event(ObjectNode body) {
        if (usage != null) {
            body.set("usageMetadata", GeminiUsage.write(usage));
        }
        id = id == null ? GeminiAnswerWriter.newId() : id;
        out.writeBytes(EventBytes.of(null, GeminiAnswerWriter.identify(body, id, model)));
    }
}
