/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.time.Instant;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.task.TaskVersion;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/** The forms in which tasks are listed as models. */
enum ModelsDialect implements ErrorWriter {
    OPENAI("openai-models", Dialect.OPENAI_CHAT) {
        @Override
        ObjectNode model(TaskVersion task, Instant created) {
            return Json.object()
                    .put("id", task.name())
                    .put("object", "model")
                    .put("created", created.getEpochSecond())
                    .put("owned_by", task.contract().owner());
        }

        @Override
        ObjectNode list(List<TaskVersion> tasks, Instant created) {
            ObjectNode list = Json.object().put("object", "list");
            list.set("data", models(tasks, created));
            return list;
        }
    },

    ANTHROPIC("anthropic-models", Dialect.ANTHROPIC_MESSAGES) {
        @Override
        ObjectNode model(TaskVersion task, Instant created) {
            return Json.object()
                    .put("type", "model")
                    .put("id", task.name())
                    .put("display_name", task.name())
                    .put("created_at", created.toString())
                    .put("max_input_tokens", task.contract().maxInputTokens())
                    .put("max_tokens", task.contract().maxOutputTokens());
        }

        /** The list is always whole, so that there never is a next page. */
        @Override
        ObjectNode list(List<TaskVersion> tasks, Instant created) {
            ObjectNode list = Json.object();
            list.set("data", models(tasks, created));
            return list.put("has_more", false)
                    .put("first_id", tasks.isEmpty() ? null : tasks.get(0).name())
                    .put(
                            "last_id",
                            tasks.isEmpty() ? null : tasks.get(tasks.size() - 1).name());
        }
    },

    GEMINI("gemini-models", Dialect.GEMINI_GENERATE) {
        @Override
        ObjectNode model(TaskVersion task, Instant created) {
            ObjectNode model = Json.object()
                    .put("name", "models/" + task.name())
                    .put("displayName", task.name())
                    .put("version", task.profileVersion());
            putKnown(model, "inputTokenLimit", task.contract().maxInputTokens());
            putKnown(model, "outputTokenLimit", task.contract().maxOutputTokens());
            ArrayNode methods = model.putArray("supportedGenerationMethods");
            if (task.contract().operation() == Operation.CHAT) {
                methods.add("generateContent").add("streamGenerateContent");
            }
            return model;
        }

        /** The list is always whole, so that it never has a token for a next page. */
        @Override
        ObjectNode list(List<TaskVersion> tasks, Instant created) {
            ObjectNode list = Json.object();
            list.set("models", models(tasks, created));
            return list;
        }
    };

    private static final String GEMINI_PATH = "/v1beta/";
    private static final List<String> GEMINI_HEADERS = List.of("x-goog-api-key", "x-goog-api-client");
    private static final String ANTHROPIC_PATH = "/v1/messages";
    private static final String ANTHROPIC_HEADER = "anthropic-version";

    private final String door;
    private final Dialect dialect;

    ModelsDialect(String door, Dialect dialect) {
        this.door = door;
        this.dialect = dialect;
    }

    /** The dialect of whoever asks: by a path that only one vendor has, else by a header that only its SDKs send. */
    static ModelsDialect of(HttpServletRequest request) {
        String path = request.getRequestURI();
        if (path.startsWith(GEMINI_PATH) || GEMINI_HEADERS.stream().anyMatch(name -> request.getHeader(name) != null)) {
            return GEMINI;
        }
        boolean anthropic = path.startsWith(ANTHROPIC_PATH) || request.getHeader(ANTHROPIC_HEADER) != null;
        return anthropic ? ANTHROPIC : OPENAI;
    }

    /** @param created a task has no date of its own, and SDKs want one */
    abstract ObjectNode model(TaskVersion task, Instant created);

    abstract ObjectNode list(List<TaskVersion> tasks, Instant created);

    String door() {
        return door;
    }

    @Override
    public byte[] error(LlmException error, String requestId) {
        return Json.bytes(Codecs.of(dialect).writeError(error, requestId));
    }

    /** Google's SDKs cannot read a null. */
    private static void putKnown(ObjectNode model, String field, Integer limit) {
        if (limit != null) {
            model.put(field, limit);
        }
    }

    final ArrayNode models(List<TaskVersion> tasks, Instant created) {
        ArrayNode models = Json.array();
        tasks.forEach(task -> models.add(model(task, created)));
        return models;
    }
}
