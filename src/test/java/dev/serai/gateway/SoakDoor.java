/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

/** How an application asks at each HTTP door, and what that door's dialect says of text, of a proper end and of an error. */
enum SoakDoor {
    OPENAI_CHAT("/v1/chat/completions", "/choices/0/message/content") {
        @Override
        ObjectNode body(String task, boolean stream, String question) {
            return messages(named(task, stream), question);
        }

        @Override
        void read(String name, JsonNode data, Told told) {
            told.text.append(data.at("/choices/0/delta/content").asText(""));
        }
    },
    ANTHROPIC_MESSAGES("/v1/messages", "/content/0/text") {
        @Override
        ObjectNode body(String task, boolean stream, String question) {
            return messages(named(task, stream).put("max_tokens", 16_000), question);
        }

        @Override
        void read(String name, JsonNode data, Told told) {
            told.text.append(data.at("/delta/text").asText(""));
            told.ended |= "message_stop".equals(name);
        }
    },
    OPENAI_RESPONSES("/v1/responses", "/output/0/content/0/text") {
        @Override
        ObjectNode body(String task, boolean stream, String question) {
            return named(task, stream).put("input", question);
        }

        @Override
        void read(String name, JsonNode data, Told told) {
            told.text.append(
                    "response.output_text.delta".equals(name)
                            ? data.path("delta").asText()
                            : "");
            told.ended |= "response.completed".equals(name);
            told.failed |= "response.failed".equals(name);
        }
    },
    GEMINI("/v1beta/models/", "/candidates/0/content/parts/0/text") {
        @Override
        String path(String task, boolean stream) {
            return super.path(task, stream) + task + (stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
        }

        @Override
        ObjectNode body(String task, boolean stream, String question) {
            ObjectNode body = Json.object();
            ObjectNode content = body.putArray("contents").addObject().put("role", "user");
            content.putArray("parts").addObject().put("text", question);
            return body;
        }

        @Override
        void read(String name, JsonNode data, Told told) {
            told.text.append(data.at("/candidates/0/content/parts/0/text").asText(""));
            told.ended |= data.at("/candidates/0/finishReason").isTextual();
        }
    },
    USE_CASE("/gateway/use-cases/", "/output") {
        @Override
        String path(String task, boolean stream) {
            return super.path(task, stream) + task + (stream ? "/stream" : "");
        }

        @Override
        ObjectNode body(String task, boolean stream, String question) {
            return Json.object().put("input", question);
        }

        @Override
        void read(String name, JsonNode data, Told told) {
            if ("restart".equals(name)) {
                told.text.setLength(0);
                told.restarts++;
            }
            told.text.append("delta".equals(name) ? data.path("text").asText() : "");
            told.ended |= "done".equals(name);
        }
    };

    private final String path;
    private final String wholeText;

    SoakDoor(String path, String wholeText) {
        this.path = path;
        this.wholeText = wholeText;
    }

    /** What a client has been told of its answer. For one thread. */
    static final class Told {
        final StringBuilder text = new StringBuilder();
        final List<String> after = new ArrayList<>();
        boolean ended;
        boolean failed;
        int restarts;
    }

    String path(String task, boolean stream) {
        return path;
    }

    abstract ObjectNode body(String task, boolean stream, String question);

    /** Adds what one event says in this dialect. */
    abstract void read(String name, JsonNode data, Told told);

    /** Adds an event; what comes behind the end or an error is kept apart, because nothing may. */
    void event(String name, String data, Told told) throws Exception {
        if (data.equals("[DONE]")) {
            told.ended = true;
            return;
        }
        if (told.ended || told.failed) {
            told.after.add(data);
        }
        JsonNode tree = Json.MAPPER.readTree(data);
        told.failed |= tree.path("error").isObject();
        read(name, tree, told);
    }

    /** The text of a whole answer. */
    String text(JsonNode answer) {
        return answer.at(wholeText).asText();
    }

    private static ObjectNode named(String task, boolean stream) {
        return Json.object().put("model", task).put("stream", stream);
    }

    private static ObjectNode messages(ObjectNode body, String question) {
        body.putArray("messages").addObject().put("role", "user").put("content", question);
        return body;
    }
}
