/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.output.OutputSchema;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.RequestSummary;

/** A door that speaks a provider's dialect: what the caller sent is what a provider of that dialect gets. */
public final class NativeDoor implements Door {
    private static final byte[] NOTHING = new byte[0];
    private static final List<String> JSON_FEATURES = List.of("json_schema", "json_object");

    private final DialectCodec codec;
    private final byte[] cleanEnd;
    private final List<String> headers;

    /**
     * @param cleanEnd what a stream of the dialect ends with, where that is always the same
     * @param headers  request headers that a provider of the dialect may see
     */
    public NativeDoor(Dialect dialect, byte[] cleanEnd, List<String> headers) {
        this.codec = Codecs.of(dialect);
        this.cleanEnd = cleanEnd;
        this.headers = headers;
    }

    @Override
    public String name() {
        return codec.dialect().code();
    }

    @Override
    public Ask read(Inbound inbound) throws LlmException {
        JsonNode tree = Json.parseRequest(inbound.body());
        RequestSummary summary = codec.summarize(tree);
        Ask ask = Ask.of(inbound, tree, summary, forwarded(inbound, headers));
        String task = inbound.path().get("task");
        if (task != null && !task.equals(summary.model())) {
            throw LlmException.invalid("model", "The field 'model' has to be '" + task + "', as the address says.");
        }
        return ask;
    }

    @Override
    public Envelope envelope(Ask ask, TaskContract contract, Call call) throws LlmException {
        byte[] payload = ask.payload();
        RequestSummary summary = ask.summary();
        OutputSchema schema = contract.outputSchema();
        if (schema != null && Collections.disjoint(summary.features(), JSON_FEATURES)) {
            payload = codec.demandJson(payload, schema.name(), schema.json());
            summary = codec.summarize(Json.parseRequest(payload)).of(summary.model(), summary.stream());
        }
        LlmRequest request = new LlmRequest(
                Operation.CHAT,
                codec.dialect(),
                payload,
                summary.stream(),
                LlmRequest.Limits.NONE,
                contract.mayLose(),
                ask.headers(),
                call.cancellation());
        return new Envelope(request, summary);
    }

    @Override
    public byte[] answer(Call call, LlmResponse response) {
        return response.body();
    }

    @Override
    public Events events(Call call) {
        return new Events() {
            private boolean ended;

            @Override
            public byte[] event(LlmEvent event) {
                for (StreamPart part : event.parts()) {
                    ended |= part instanceof StreamPart.End;
                }
                return event.bytes();
            }

            @Override
            public byte[] end() {
                return ended ? NOTHING : cleanEnd;
            }
        };
    }

    @Override
    public byte[] error(LlmException error, String requestId) {
        return Json.bytes(codec.writeError(error, requestId));
    }

    @Override
    public byte[] streamError(LlmException error, String requestId) {
        return codec.writeStreamError(error, requestId);
    }

    /** Those of the named headers that the request has. */
    static Map<String, String> forwarded(Inbound inbound, List<String> names) {
        Map<String, String> found = new HashMap<>();
        for (String name : names) {
            String value = inbound.header().apply(name);
            if (value != null) {
                found.put(name, value);
            }
        }
        return found;
    }
}
