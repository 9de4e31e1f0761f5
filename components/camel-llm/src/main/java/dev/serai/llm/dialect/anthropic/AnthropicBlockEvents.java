/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Signatures;

/**
 * Writes content blocks, one open at a time and each complete. The other dialect may mix the fragments of parallel tool
 * calls, so a call that starts while another is open waits until that one's block has ended. One stream, one thread.
 */
final class AnthropicBlockEvents {
    private static final int NO_TOOL = -1;

    private record WaitingCall(StreamPart.ToolCallStart start, StringBuilder arguments) {}

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Integer, WaitingCall> waiting = new LinkedHashMap<>();
    private int nextIndex;
    /** The type of the open block, or null. */
    private String open;

    private int openTool = NO_TOOL;
    private boolean signed;

    /** What was written since the last time. */
    byte[] take() {
        byte[] bytes = out.toByteArray();
        out.reset();
        return bytes;
    }

    void write(StreamPart part) {
        if (part instanceof StreamPart.Text text) {
            if (text.isContent()) {
                openText("text", "text");
                delta(Json.object().put("type", "text_delta").put("text", text.text()));
            }
        } else if (part instanceof StreamPart.Reasoning reasoning) {
            reasoning(reasoning);
        } else if (part instanceof StreamPart.RedactedReasoning redacted) {
            closeAll();
            open("redacted_thinking", AnthropicAnswerWriter.redacted(redacted.data()));
            close();
        } else if (part instanceof StreamPart.ToolCallStart start) {
            toolCall(start);
        } else if (part instanceof StreamPart.ToolCallArguments arguments) {
            arguments(arguments);
        } else if (part instanceof StreamPart.BlockEnd) {
            closeAll();
        }
    }

    /** Ends the open block and writes the calls that waited for it. */
    void closeAll() {
        close();
        for (WaitingCall call : waiting.values()) {
            openTool(call.start);
            input(call.arguments.toString());
            close();
        }
        waiting.clear();
    }

    void event(String type, ObjectNode fields) {
        ObjectNode event = Json.object().put("type", type);
        event.setAll(fields);
        out.writeBytes(EventBytes.of(type, event));
    }

    /** The signature is the last that is said of a block. */
    private void reasoning(StreamPart.Reasoning reasoning) {
        openText("thinking", "thinking");
        if (!reasoning.text().isEmpty()) {
            delta(Json.object().put("type", "thinking_delta").put("thinking", reasoning.text()));
        }
        if (reasoning.signature() != null) {
            sign(reasoning.signature());
            close();
        }
    }

    private void sign(String signature) {
        signed = true;
        delta(Json.object().put("type", "signature_delta").put("signature", signature));
    }

    private void toolCall(StreamPart.ToolCallStart start) {
        if (openTool != NO_TOOL) {
            waiting.put(start.index(), new WaitingCall(start, new StringBuilder()));
        } else {
            close();
            openTool(start);
        }
    }

    private void arguments(StreamPart.ToolCallArguments arguments) {
        WaitingCall call = waiting.get(arguments.index());
        if (call != null) {
            call.arguments.append(arguments.json());
        } else if (arguments.index() == openTool) {
            input(arguments.json());
        }
    }

    private void openTool(StreamPart.ToolCallStart start) {
        open("tool_use", AnthropicAnswerWriter.toolUse(start.id(), start.name(), Json.object()));
        openTool = start.index();
    }

    private void input(String json) {
        if (!json.isEmpty()) {
            delta(Json.object().put("type", "input_json_delta").put("partial_json", json));
        }
    }

    private void openText(String type, String field) {
        if (type.equals(open)) {
            return;
        }
        closeAll();
        ObjectNode block = Json.object().put("type", type).put(field, "");
        open(type, type.equals("thinking") ? block.put("signature", "") : block);
    }

    private void open(String type, ObjectNode block) {
        open = type;
        signed = false;
        ObjectNode event = Json.object().put("index", nextIndex);
        event.set("content_block", block);
        event("content_block_start", event);
    }

    private void delta(ObjectNode delta) {
        ObjectNode event = Json.object().put("index", nextIndex);
        event.set("delta", delta);
        event("content_block_delta", event);
    }

    private void close() {
        if ("thinking".equals(open) && !signed) {
            sign(Signatures.NONE);
        }
        if (open != null) {
            event("content_block_stop", Json.object().put("index", nextIndex));
            nextIndex++;
            open = null;
            openTool = NO_TOOL;
        }
    }
}
