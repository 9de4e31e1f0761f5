/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Follows a Responses stream as the official SDKs do: from {@code response.created} on each event changes a snapshot, at
 * the indexes it names, and at the end the snapshot's output is that of the whole response.
 */
public final class ResponsesSequence {
    private static final Set<String> ENDS = Set.of("response.completed", "response.incomplete");

    private final ArrayNode output = JsonNodeFactory.instance.arrayNode();

    private ResponsesSequence() {}

    public static void assertWellFormed(byte[] stream) {
        List<JsonNode> events = Sse.events(stream);
        String text = new String(stream, Sse.UTF_8);
        assertThat(text).doesNotContain("[DONE]");
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).path("sequence_number").asInt(-1)).isEqualTo(i);
            assertThat(text).contains("event: " + events.get(i).path("type").asText() + "\ndata: ");
        }
        assertThat(events.get(0).path("type").asText()).isEqualTo("response.created");
        assertThat(events.get(1).path("type").asText()).isEqualTo("response.in_progress");
        JsonNode end = events.get(events.size() - 1);
        assertThat(end.path("type").asText()).isIn(ENDS);

        ResponsesSequence snapshot = new ResponsesSequence();
        events.subList(2, events.size() - 1).forEach(snapshot::apply);
        JsonNode response = end.path("response");
        assertThat(snapshot.output).isEqualTo(response.path("output"));
        assertThat(response.path("id")).isEqualTo(events.get(0).at("/response/id"));
        assertThat("response." + response.path("status").asText())
                .isEqualTo(end.path("type").asText());
        for (String required : new String[] {"created_at", "model", "parallel_tool_calls", "tool_choice", "tools"}) {
            assertThat(response.has(required)).as(required).isTrue();
        }
    }

    private void apply(JsonNode event) {
        String type = event.path("type").asText();
        int at = event.path("output_index").asInt(-1);
        if (type.equals("response.output_item.added")) {
            assertThat(at).isEqualTo(output.size());
            output.add((JsonNode) event.path("item").deepCopy());
            return;
        }
        ObjectNode item = (ObjectNode) output.get(at);
        if (type.equals("response.output_item.done")) {
            ObjectNode done = event.path("item").deepCopy();
            assertThat(done.path("id")).isEqualTo(item.path("id"));
            for (String accumulated : new String[] {"content", "summary", "arguments"}) {
                assertThat(item.path(accumulated)).as(accumulated).isEqualTo(done.path(accumulated));
            }
            output.set(at, done);
            return;
        }
        assertThat(item.path("id").asText()).isEqualTo(event.path("item_id").asText());
        if (type.startsWith("response.function_call_arguments.")) {
            accumulate(item, "arguments", event);
        } else {
            part(type, (ArrayNode) (item.has("summary") ? item.path("summary") : item.path("content")), event);
        }
    }

    private static void part(String type, ArrayNode parts, JsonNode event) {
        int at = event.path("content_index").asInt(event.path("summary_index").asInt(-1));
        if (type.endsWith("_part.added")) {
            assertThat(at).isEqualTo(parts.size());
            parts.add((JsonNode) event.path("part").deepCopy());
        } else if (type.endsWith("_part.done")) {
            assertThat(parts.get(at)).isEqualTo(event.path("part"));
        } else if (type.endsWith("annotation.added")) {
            ArrayNode annotations = (ArrayNode) parts.get(at).get("annotations");
            assertThat(event.path("annotation_index").asInt()).isEqualTo(annotations.size());
            annotations.add(event.get("annotation"));
        } else {
            accumulate((ObjectNode) parts.get(at), type.contains(".refusal.") ? "refusal" : "text", event);
        }
    }

    private static void accumulate(ObjectNode target, String field, JsonNode event) {
        if (event.has("delta")) {
            target.put(field, target.path(field).asText() + event.path("delta").asText());
            if (event.has("logprobs")) {
                target.withArrayProperty("logprobs").addAll((ArrayNode) event.get("logprobs"));
            }
        } else if (field.equals("arguments") && target.path(field).asText().isEmpty()) {
            target.set(field, event.path(field));
        } else {
            assertThat(target.path(field)).isEqualTo(event.path(field));
            assertThat(target.path("logprobs")).isEqualTo(event.path("logprobs"));
        }
    }
}
