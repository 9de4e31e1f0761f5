/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.dialect.Json;

/** Makes a whole answer of a dialect from choices: reasoning, then words, then calls, as models write them. */
final class AnswerMaker {
    private final Draw draw;
    private final ObjectNode body = Json.object();

    private AnswerMaker(Draw draw) {
        this.draw = draw;
    }

    static ObjectNode answer(Dialect dialect, Draw draw) {
        AnswerMaker maker = new AnswerMaker(draw);
        switch (dialect) {
            case OPENAI_CHAT -> maker.openAiChat();
            case ANTHROPIC_MESSAGES -> maker.anthropic();
            case OPENAI_RESPONSES -> maker.responses();
            case GEMINI_GENERATE -> maker.gemini();
            case BEDROCK_CONVERSE -> maker.bedrock();
            case COHERE_CHAT -> maker.cohere();
            case OLLAMA_CHAT -> maker.ollama();
        }
        return maker.body;
    }

    private void openAiChat() {
        body.put("id", "chatcmpl-1").put("model", "m");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        if (draw.in(2)) {
            String text = draw.text();
            message.put("reasoning_content", text);
            if (draw.in(2)) {
                message.putArray("reasoning_details")
                        .addObject()
                        .put("type", "reasoning.text")
                        .put("text", text)
                        .put("signature", draw.unique("sig"))
                        .put("index", 0);
            }
        }
        int calls = draw.below(3);
        boolean refused = calls == 0 && draw.in(6);
        if (refused) {
            message.putNull("content").put("refusal", draw.text());
        } else if (calls == 0 || draw.in(2)) {
            String content = draw.text();
            message.put("content", content);
            if (draw.in(3)) {
                message.set("annotations", DrawnCitations.openAi(draw, content, true));
            }
            if (draw.in(3)) {
                choice.putObject("logprobs").putNull("refusal").set("content", DrawnTokens.openAi(draw));
            }
        }
        for (int i = 0; i < calls; i++) {
            ObjectNode call = message.withArrayProperty("tool_calls").addObject();
            call.put("id", "call_" + i).put("type", "function");
            call.putObject("function")
                    .put("name", "f" + i)
                    .put("arguments", draw.object().toString());
        }
        choice.put(
                "finish_reason",
                calls > 0 ? "tool_calls" : refused ? "stop" : draw.one("stop", "length", "content_filter"));
        ObjectNode usage = body.putObject("usage");
        int cached = draw.below(50);
        int reasoning = draw.below(50);
        usage.put("prompt_tokens", cached + 1 + draw.below(50)).put("completion_tokens", reasoning + draw.below(50));
        usage.put(
                "total_tokens",
                usage.get("prompt_tokens").asInt()
                        + usage.get("completion_tokens").asInt());
        usage.putObject("prompt_tokens_details").put("cached_tokens", cached);
        usage.putObject("completion_tokens_details").put("reasoning_tokens", reasoning);
    }

    private void anthropic() {
        body.put("id", "msg_1").put("type", "message").put("role", "assistant").put("model", "m");
        ArrayNode content = body.putArray("content");
        if (draw.in(2)) {
            content.addObject()
                    .put("type", "thinking")
                    .put("thinking", draw.text())
                    .put("signature", draw.unique("sig"));
        }
        if (draw.in(4)) {
            content.addObject().put("type", "redacted_thinking").put("data", draw.unique("enc"));
        }
        int calls = draw.below(3);
        for (int texts = calls == 0 ? 1 + draw.below(2) : draw.below(2); texts > 0; texts--) {
            content.addObject().put("type", "text").put("text", draw.text());
        }
        for (int i = 0; i < calls; i++) {
            content.addObject()
                    .put("type", "tool_use")
                    .put("id", "toolu_" + i)
                    .put("name", "f" + i)
                    .set("input", draw.object());
        }
        String stop = calls > 0
                ? "tool_use"
                : draw.one(
                        "end_turn",
                        "max_tokens",
                        "stop_sequence",
                        "refusal",
                        "pause_turn",
                        "model_context_window_exceeded");
        body.put("stop_reason", stop).put("stop_sequence", stop.equals("stop_sequence") ? "END" : null);
        int thinking = draw.below(50);
        ObjectNode usage = body.putObject("usage").put("input_tokens", draw.below(50));
        usage.put("cache_creation_input_tokens", draw.below(50)).put("cache_read_input_tokens", draw.below(50));
        usage.put("output_tokens", thinking + draw.below(50));
        usage.putObject("output_tokens_details").put("thinking_tokens", thinking);
    }

    private void responses() {
        body.put("id", "resp_1").put("object", "response").put("model", "m");
        ArrayNode output = body.putArray("output");
        if (draw.in(2)) {
            ObjectNode item = output.addObject().put("type", "reasoning").put("id", "rs_1");
            ArrayNode summary = item.putArray("summary");
            if (draw.in(2)) {
                summary.addObject().put("type", "summary_text").put("text", draw.text());
            }
            item.put("encrypted_content", draw.unique("enc"));
        }
        int calls = draw.below(3);
        boolean refused = calls == 0 && draw.in(6);
        if (calls == 0 || draw.in(2)) {
            ArrayNode content = output.addObject()
                    .put("type", "message")
                    .put("role", "assistant")
                    .putArray("content");
            if (refused) {
                content.addObject().put("type", "refusal").put("refusal", draw.text());
            } else {
                String words = draw.text();
                ObjectNode text = content.addObject().put("type", "output_text").put("text", words);
                if (draw.in(3)) {
                    text.set("annotations", DrawnCitations.openAi(draw, words, false));
                }
                if (draw.in(3)) {
                    text.set("logprobs", DrawnTokens.openAi(draw));
                }
            }
        }
        for (int i = 0; i < calls; i++) {
            output.addObject()
                    .put("type", "function_call")
                    .put("call_id", "call_" + i)
                    .put("name", "f" + i)
                    .put("arguments", draw.object().toString());
        }
        if (calls == 0 && !refused && draw.in(3)) {
            body.put("status", "incomplete")
                    .putObject("incomplete_details")
                    .put("reason", draw.one("max_output_tokens", "content_filter"));
        } else {
            body.put("status", "completed");
        }
        int cached = draw.below(50);
        int reasoning = draw.below(50);
        ObjectNode usage = body.putObject("usage").put("input_tokens", cached + draw.below(50));
        usage.putObject("input_tokens_details").put("cached_tokens", cached);
        usage.put("output_tokens", reasoning + draw.below(50));
        usage.putObject("output_tokens_details").put("reasoning_tokens", reasoning);
        usage.put(
                "total_tokens",
                usage.get("input_tokens").asInt() + usage.get("output_tokens").asInt());
    }

    private void gemini() {
        body.put("responseId", "r1").put("modelVersion", "m");
        ObjectNode candidate = body.putArray("candidates").addObject().put("index", 0);
        ArrayNode parts = candidate.putObject("content").put("role", "model").putArray("parts");
        if (draw.in(2)) {
            parts.addObject().put("text", draw.text()).put("thought", true);
        }
        int calls = draw.below(3);
        for (int texts = calls == 0 ? 1 + draw.below(2) : draw.below(2); texts > 0; texts--) {
            String words = draw.text();
            boolean onlyText = parts.isEmpty() || parts.path(parts.size() - 1).has("thought");
            parts.addObject().put("text", words);
            if (texts == 1 && onlyText && draw.in(3)) {
                candidate.set("groundingMetadata", DrawnCitations.gemini(draw, words));
            }
            if (texts == 1 && draw.in(3)) {
                candidate.set("logprobsResult", DrawnTokens.gemini(draw));
            }
        }
        for (int i = 0; i < calls; i++) {
            ObjectNode part = parts.addObject();
            part.putObject("functionCall")
                    .put("id", "id" + i)
                    .put("name", "f" + i)
                    .set("args", draw.object());
            if (i == 0 && draw.in(2)) {
                part.put("thoughtSignature", draw.unique("sig"));
            }
        }
        candidate.put("finishReason", calls > 0 ? "STOP" : draw.one("STOP", "MAX_TOKENS", "SAFETY"));
        int cached = draw.below(50);
        ObjectNode usage = body.putObject("usageMetadata").put("promptTokenCount", cached + draw.below(50));
        usage.put("cachedContentTokenCount", cached).put("candidatesTokenCount", draw.below(50));
        usage.put("thoughtsTokenCount", draw.below(50));
    }

    private void bedrock() {
        ArrayNode content = body.putObject("output")
                .putObject("message")
                .put("role", "assistant")
                .putArray("content");
        if (draw.in(2)) {
            ObjectNode text = content.addObject().putObject("reasoningContent").putObject("reasoningText");
            text.put("text", draw.text());
            if (draw.in(2)) {
                text.put("signature", draw.unique("sig"));
            }
        }
        int calls = draw.below(3);
        for (int texts = calls == 0 ? 1 + draw.below(2) : draw.below(2); texts > 0; texts--) {
            content.addObject().put("text", draw.text());
        }
        for (int i = 0; i < calls; i++) {
            content.addObject()
                    .putObject("toolUse")
                    .put("toolUseId", "tooluse_" + i)
                    .put("name", "f" + i)
                    .set("input", draw.object());
        }
        body.put(
                "stopReason",
                calls > 0 ? "tool_use" : draw.one("end_turn", "max_tokens", "stop_sequence", "content_filtered"));
        body.putObject("usage")
                .put("inputTokens", draw.below(50))
                .put("outputTokens", draw.below(50))
                .put("cacheReadInputTokens", draw.below(50))
                .put("cacheWriteInputTokens", draw.below(50));
    }

    private void cohere() {
        body.put("id", "c1");
        ObjectNode message = body.putObject("message").put("role", "assistant");
        if (draw.in(2)) {
            message.withArrayProperty("content")
                    .addObject()
                    .put("type", "thinking")
                    .put("thinking", draw.text());
        }
        int calls = draw.below(3);
        if (calls == 0) {
            message.withArrayProperty("content").addObject().put("type", "text").put("text", draw.text());
        } else if (draw.in(2)) {
            message.put("tool_plan", draw.text());
        }
        for (int i = 0; i < calls; i++) {
            ObjectNode call = message.withArrayProperty("tool_calls").addObject();
            call.put("id", "call_" + i).put("type", "function");
            call.putObject("function")
                    .put("name", "f" + i)
                    .put("arguments", draw.object().toString());
        }
        body.put("finish_reason", calls > 0 ? "TOOL_CALL" : draw.one("COMPLETE", "MAX_TOKENS", "STOP_SEQUENCE"));
        int reasoning = draw.below(50);
        ObjectNode usage = body.putObject("usage");
        for (String kind : new String[] {"billed_units", "tokens"}) {
            usage.putObject(kind).put("input_tokens", 10).put("output_tokens", reasoning + 5);
        }
        usage.withObjectProperty("tokens").put("reasoning_tokens", reasoning);
    }

    private void ollama() {
        body.put("model", "m").put("done", true);
        ObjectNode message = body.putObject("message").put("role", "assistant");
        if (draw.in(2)) {
            message.put("thinking", draw.text());
        }
        int calls = draw.below(3);
        message.put("content", calls == 0 || draw.in(2) ? draw.text() : "");
        for (int i = 0; i < calls; i++) {
            ObjectNode call =
                    message.withArrayProperty("tool_calls").addObject().put("id", "call_" + i);
            call.putObject("function").put("name", "f" + i).set("arguments", draw.object());
        }
        body.put("done_reason", calls > 0 ? "stop" : draw.one("stop", "length"));
        body.put("prompt_eval_count", draw.below(50)).put("eval_count", draw.below(50));
    }
}
