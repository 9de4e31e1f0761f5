/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.springframework.web.util.UriUtils;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;

/**
 * Gemini's dialect, where the path names the task and says whether to stream: {@code <task>:generateContent}. A stream
 * goes out as events or as one JSON array. Stateless and thread-safe.
 */
final class GeminiDoor implements Door {
    static final String EVENTS = "gemini-generate";
    static final String ARRAY = "gemini-generate-array";
    static final String STREAM = "streamGenerateContent";

    private static final String WHOLE = "generateContent";

    private final DialectCodec codec = Codecs.of(Dialect.GEMINI_GENERATE);
    private final NativeDoor door = new NativeDoor(Dialect.GEMINI_GENERATE, new byte[0], List.of());
    private final boolean array;

    GeminiDoor(boolean array) {
        this.array = array;
    }

    @Override
    public String name() {
        return array ? ARRAY : EVENTS;
    }

    @Override
    public boolean streamsEvents() {
        return !array;
    }

    @Override
    public Ask read(Inbound inbound) throws LlmException {
        String target = UriUtils.decode(inbound.path().get("task"), StandardCharsets.UTF_8);
        int colon = target.lastIndexOf(':');
        String task = target.substring(0, Math.max(colon, 0));
        boolean stream = streams(target.substring(colon + 1));
        JsonNode tree = Json.parseRequest(inbound.body());
        return new Ask(
                task,
                inbound.header().apply(Doors.PIN_HEADER),
                inbound.body(),
                tree,
                codec.summarize(tree).of(task, stream),
                Map.of());
    }

    private static boolean streams(String method) throws LlmException {
        if (!method.equals(WHOLE) && !method.equals(STREAM)) {
            throw LlmException.of(ErrorClass.NOT_FOUND)
                    .code("unknown_path")
                    .reason("The path has to end with <task>:" + WHOLE + " or <task>:" + STREAM + ".")
                    .build();
        }
        return method.equals(STREAM);
    }

    @Override
    public Envelope envelope(Ask ask, TaskContract contract, Call call) throws LlmException {
        return door.envelope(ask, contract, call);
    }

    @Override
    public byte[] answer(Call call, LlmResponse response) {
        return door.answer(call, response);
    }

    @Override
    public Events events(Call call) {
        return door.events(call);
    }

    @Override
    public byte[] error(LlmException error, String requestId) {
        return door.error(error, requestId);
    }

    @Override
    public byte[] streamError(LlmException error, String requestId) {
        return door.streamError(error, requestId);
    }
}
