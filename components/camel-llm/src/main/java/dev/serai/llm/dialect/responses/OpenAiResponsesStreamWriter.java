/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.time.Instant;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes the parts of another dialect's stream as Responses events. The response ends when the stream does, since usage
 * may come after the finish. A failure writes nothing here: who ends the stream writes the error. Native parts have no
 * place in a response. One stream, one thread.
 */
final class OpenAiResponsesStreamWriter implements StreamWriter {
    private final long created = Instant.now().getEpochSecond();
    private final OpenAiResponsesItemEvents items = new OpenAiResponsesItemEvents();
    private String id;
    private String model;
    private boolean refused;
    private Usage usage;
    private StopReason stop = StopReason.STOP;

    @Override
    public byte[] write(StreamPart part) {
        if (part instanceof StreamPart.Start start) {
            start(start.id(), start.model());
        } else if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Finish finish) {
            finish(finish);
        } else if (part instanceof StreamPart.End) {
            end();
        } else if (!(part instanceof StreamPart.Failure || part instanceof StreamPart.Native)) {
            start(null, null);
            refused |= part instanceof StreamPart.Refusal;
            items.write(part);
        }
        return items.take();
    }

    private void start(String newId, String newModel) {
        if (id != null) {
            return;
        }
        ObjectNode response = OpenAiResponsesAnswerWriter.envelope(newId, newModel, created);
        id = response.path("id").asText();
        model = newModel;
        for (String type : new String[] {"response.created", "response.in_progress"}) {
            ObjectNode event = Json.object();
            event.set("response", response);
            items.event(type, event);
        }
    }

    private void finish(StreamPart.Finish finish) {
        if (finish.choice() == 0) {
            stop = finish.reason();
            start(null, null);
            items.closeAll(OpenAiResponsesStops.isIncomplete(stop, refused) ? "incomplete" : "completed");
        }
    }

    private void end() {
        start(null, null);
        items.closeAll("completed");
        ObjectNode response = OpenAiResponsesAnswerWriter.envelope(id, model, created);
        response.set("output", items.output());
        OpenAiResponsesStops.write(response, stop, refused);
        if (usage != null) {
            response.set("usage", OpenAiResponsesUsage.write(usage));
        }
        ObjectNode event = Json.object();
        event.set("response", response);
        items.event("response." + response.path("status").asText(), event);
    }
}
