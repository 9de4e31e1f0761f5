/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.output;

import java.nio.file.Path;
import java.util.Set;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** What a task's answer has to conform to: JSON Schema 2020-12, compiled once. Immutable and thread-safe. */
public final class OutputSchema {
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

    private final String name;
    private final JsonNode json;
    private final JsonSchema schema;

    private OutputSchema(String name, JsonNode json, JsonSchema schema) {
        this.name = name;
        this.json = json;
        this.schema = schema;
    }

    /** Reads a schema out of the text of that file, or throws {@link InvalidValueException}. */
    public static OutputSchema of(Path file, String text) {
        try {
            JsonNode json = Json.MAPPER.readTree(text);
            String fileName = file.getFileName().toString();
            return new OutputSchema(
                    fileName.replaceAll("\\..*$", "").replaceAll("[^A-Za-z0-9_-]", "_"), json, FACTORY.getSchema(json));
        } catch (JsonProcessingException | RuntimeException e) {
            throw new InvalidValueException(
                    "", file.getFileName(), "is not a JSON schema", "check it against JSON Schema 2020-12");
        }
    }

    /** A name that providers accept. */
    public String name() {
        return name;
    }

    public JsonNode json() {
        return json;
    }

    /** @throws LlmException output_invalid; its text never quotes the answer */
    public void check(String answer) throws LlmException {
        JsonNode value;
        try {
            value = Json.MAPPER.readTree(answer);
        } catch (JsonProcessingException e) {
            throw invalid("the answer is not JSON");
        }
        Set<ValidationMessage> problems = schema.validate(value);
        if (!problems.isEmpty()) {
            ValidationMessage first = problems.iterator().next();
            throw invalid("the answer breaks the keyword '" + first.getType() + "' of the output schema");
        }
    }

    private static LlmException invalid(String detail) {
        return LlmException.of(ErrorClass.OUTPUT_INVALID)
                .code("schema_violation")
                .detail(detail)
                .reason("The model's answer does not conform to the task's output schema.")
                .build();
    }
}
