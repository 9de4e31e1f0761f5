/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes the parts of another dialect's stream as chat completion chunks. A failure writes nothing here: who ends the
 * stream writes the error. Native parts have no place in a chunk. One stream, one thread.
 */
final class OpenAiChatStreamWriter implements StreamWriter {
    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

    private final boolean includeUsage;
    private final long created = Instant.now().getEpochSecond();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private String id;
    private String model;
    private boolean started;
    private boolean refused;
    private int reasoningBlock;
    private Usage usage;

    OpenAiChatStreamWriter(boolean includeUsage) {
        this.includeUsage = includeUsage;
    }

    @Override
    public byte[] write(StreamPart part) {
        out.reset();
        if (part instanceof StreamPart.Start start) {
            start(start.id(), start.model());
        } else if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Finish finish) {
            finish(finish);
        } else if (part instanceof StreamPart.End) {
            end();
        } else {
            content(part);
        }
        return out.toByteArray();
    }

    private void start(String newId, String newModel) {
        if (!started) {
            started = true;
            id = newId == null ? OpenAiChatAnswerWriter.newId("chatcmpl-") : newId;
            model = newModel;
            delta(0, Json.object().put("role", "assistant").put("content", ""));
        }
    }

    private void content(StreamPart part) {
        if (part instanceof StreamPart.Text text) {
            start(null, null);
            ObjectNode delta = Json.object().put("content", text.text());
            chunk(text.choice(), delta, text.tokens(), null);
        } else if (part instanceof StreamPart.Refusal refusal) {
            refused = true;
            delta(refusal.choice(), Json.object().put("refusal", refusal.text()));
        } else if (part instanceof StreamPart.Citation cited) {
            ObjectNode delta = Json.object();
            delta.putArray(OpenAiCitations.ANNOTATIONS).add(OpenAiCitations.write(cited.citation()));
            delta(cited.choice(), delta);
        } else if (part instanceof StreamPart.Reasoning reasoning) {
            reasoning(reasoning);
        } else if (part instanceof StreamPart.RedactedReasoning redacted) {
            ObjectNode delta = Json.object();
            delta.putArray(OpenAiChatReasoning.DETAILS)
                    .add(OpenAiChatReasoning.encryptedDetail(redacted.data(), reasoningBlock++));
            delta(redacted.choice(), delta);
        } else if (part instanceof StreamPart.ToolCallStart call) {
            ObjectNode function = Json.object().put("name", call.name()).put("arguments", "");
            toolCall(call.choice(), call.index(), OpenAiChatAnswerWriter.idOf(call.id()), function);
        } else if (part instanceof StreamPart.ToolCallArguments arguments) {
            toolCall(arguments.choice(), arguments.index(), null, Json.object().put("arguments", arguments.json()));
        }
    }

    /** A signature ends its block: what follows belongs to the next one. */
    private void reasoning(StreamPart.Reasoning reasoning) {
        ObjectNode delta = Json.object();
        if (!reasoning.text().isEmpty()) {
            delta.put(OpenAiChatReasoning.CONTENT, reasoning.text());
        }
        delta.putArray(OpenAiChatReasoning.DETAILS)
                .add(OpenAiChatReasoning.textDetail(reasoning.text(), reasoning.signature(), reasoningBlock));
        reasoningBlock += reasoning.signature() == null ? 0 : 1;
        delta(reasoning.choice(), delta);
    }

    private void toolCall(int choice, int index, String callId, ObjectNode function) {
        ObjectNode delta = Json.object();
        ObjectNode call = delta.putArray("tool_calls").addObject().put("index", index);
        if (callId != null) {
            call.put("id", callId).put("type", "function");
        }
        call.set("function", function);
        delta(choice, delta);
    }

    private void finish(StreamPart.Finish finish) {
        start(null, null);
        chunk(finish.choice(), Json.object(), List.of(), OpenAiChatStops.write(finish.reason(), refused));
    }

    private void end() {
        start(null, null);
        if (includeUsage && usage != null) {
            ObjectNode chunk = envelope();
            chunk.putArray("choices");
            chunk.set("usage", OpenAiChatUsage.write(usage));
            out.writeBytes(EventBytes.of(null, chunk));
        }
        out.writeBytes(DONE);
    }

    private void delta(int choice, ObjectNode delta) {
        start(null, null);
        chunk(choice, delta, List.of(), null);
    }

    private void chunk(int choice, ObjectNode delta, List<Token> tokens, String finishReason) {
        ObjectNode chunk = envelope();
        ObjectNode json = chunk.putArray("choices").addObject().put("index", choice);
        json.set("delta", delta);
        json.set("logprobs", OpenAiChatAnswerWriter.logprobs(tokens));
        json.put("finish_reason", finishReason);
        if (includeUsage) {
            chunk.putNull("usage");
        }
        out.writeBytes(EventBytes.of(null, chunk));
    }

    private ObjectNode envelope() {
        return Json.object()
                .put("id", id)
                .put("object", "chat.completion.chunk")
                .put("created", created)
                .put("model", model);
    }
}
