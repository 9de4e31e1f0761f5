/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Gemini, at AI Studio's paths and at Vertex AI's. A stream is events or one array, as its query says. */
final class GeminiSim implements SimDialect {
    private static final Pattern PATH = Pattern.compile("(?:/v1(?:beta)?|.*/publishers/google)"
            + "/(?:models|tunedModels)/([^/:]+):(generateContent|streamGenerateContent)");
    private static final Map<String, String> ANY = Map.of("content-type", "application/json; charset=UTF-8");
    private static final Map<String, String> EVENT_STREAM = Map.of("content-type", "text/event-stream");

    private final Framing framing;

    /** @param framing how it streams, and how it fails where it would have streamed */
    GeminiSim(Framing framing) {
        this.framing = framing;
    }

    @Override
    public Dialect dialect() {
        return Dialect.GEMINI_GENERATE;
    }

    @Override
    public Target target(String path) {
        Matcher found = PATH.matcher(path);
        return found.matches() ? new Target(found.group(1), found.group(2).startsWith("stream")) : null;
    }

    @Override
    public SimDialect spokenTo(Target target, String query) {
        if (!target.stream()) {
            return new GeminiSim(Framing.WHOLE);
        }
        boolean events = Arrays.asList(query.split("&")).contains("alt=sse");
        return new GeminiSim(events ? Framing.EVENTS : Framing.ARRAY);
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        return GeminiPrompts.read(call);
    }

    @Override
    public ObjectNode answer(SimAnswer answer) {
        return GeminiAnswers.whole(answer);
    }

    @Override
    public String streamType() {
        return (framing == Framing.EVENTS ? EVENT_STREAM : ANY).get("content-type");
    }

    @Override
    public Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        GeminiChunks chunks = new GeminiChunks(answer);
        boolean[] begun = new boolean[1];
        Stream<SimFrame> content = chunks.content().map(chunk -> {
            SimFrame frame = frame(Role.TOKEN, chunk, !begun[0]);
            begun[0] = true;
            return frame;
        });
        Stream<SimFrame> last = Stream.of(chunks).map(all -> frame(Role.DONE, all.last(), !begun[0]));
        Stream<SimFrame> end =
                framing == Framing.ARRAY ? Stream.of(SimFrame.text(Role.CLOSING, "]\r\n")) : Stream.empty();
        return Stream.concat(Stream.concat(content, last), end);
    }

    private SimFrame frame(Role role, JsonNode chunk, boolean first) {
        return SimFrame.text(
                role,
                framing == Framing.ARRAY ? (first ? "[" : ",\r\n") + chunk + "\r\n" : "data: " + chunk + "\r\n\r\n");
    }

    /** One broken element spoils the rest of an array. */
    @Override
    public SimFrame malformed() {
        String broken = "{\"candidates\":[{\"content\":{\"parts\":[{\"del";
        return SimFrame.text(Role.FAULT, framing == Framing.ARRAY ? broken : "data: " + broken + "\r\n\r\n");
    }

    @Override
    public Failure error(int status, String requestId) {
        return failure(status, GeminiErrorBodies.of(status));
    }

    @Override
    public Failure error(SimRejection rejection, String requestId) {
        return failure(400, GeminiErrorBodies.invalid(rejection));
    }

    private Failure failure(int status, ObjectNode body) {
        return switch (framing) {
            case WHOLE -> new Failure(status, ANY, body);
            case ARRAY -> new Failure(status, ANY, SimJson.array().add(body));
            case EVENTS -> new Failure(status, EVENT_STREAM, body);
        };
    }

    /** Not an event but a bare object between them. */
    @Override
    public SimFrame errorEvent(Progress at) {
        ObjectNode body = GeminiErrorBodies.of(503);
        return framing == Framing.ARRAY
                ? SimFrame.text(Role.FAULT, (at.frames() == 0 ? "[" : ",\r\n") + body + "\r\n]\r\n")
                : SimFrame.text(Role.FAULT, body.toPrettyString().replace("\n", "\r\n") + "\r\n");
    }

    @Override
    public Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return switch (kind) {
            case CONTEXT_LENGTH -> failure(400, GeminiErrorBodies.contextLength(window));
            case CONTENT_FILTER -> blocked();
            case QUOTA -> failure(429, GeminiErrorBodies.dailyQuota());
            default -> failure(503, GeminiErrorBodies.of(503));
        };
    }

    private Failure blocked() {
        ObjectNode body = GeminiAnswers.blocked();
        if (framing != Framing.EVENTS) {
            return failure(200, body);
        }
        return new Failure(200, EVENT_STREAM, ("data: " + body + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Map<String, String> headers(String requestId) {
        return Map.of("server-timing", "gfet4t7; dur=1");
    }

    enum Framing {
        WHOLE,
        EVENTS,
        ARRAY
    }
}
