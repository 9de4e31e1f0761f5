/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Whoever writes: a caller reads the names that it wrote, and a task may lose fields by these and by their parents'. */
class FieldNamesTest {
    private static final String CHAT = "'messages':[{'role':'user','content':'u'}],";

    @ParameterizedTest(name = "{0} to {1}: {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "OPENAI_CHAT|COHERE_CHAT|'stop':[A,A,A]|stop",
                "ANTHROPIC_MESSAGES|OPENAI_CHAT|'max_tokens':9,'stop_sequences':[A,A,A]|stop_sequences",
                "ANTHROPIC_MESSAGES|OPENAI_RESPONSES|'max_tokens':9,'stop_sequences':['a']|stop_sequences",
                "ANTHROPIC_MESSAGES|COHERE_CHAT|'max_tokens':9,'metadata':{'user_id':'u'}|metadata.user_id",
                "OPENAI_RESPONSES|ANTHROPIC_MESSAGES|'text':{'format':{'type':'json_object'}}|text.format",
                "OPENAI_RESPONSES|COHERE_CHAT|'reasoning':{'effort':'low'}|reasoning.effort",
                "GEMINI_GENERATE|OPENAI_CHAT|'generationConfig':{'stopSequences':[A,A,A]}|generationConfig.stopSequences",
                "GEMINI_GENERATE|OPENAI_CHAT|'generationConfig':{'topK':3}|generationConfig.topK",
                "BEDROCK_CONVERSE|OPENAI_CHAT|'inferenceConfig':{'stopSequences':[A,A,A]}|inferenceConfig.stopSequences",
                "BEDROCK_CONVERSE|COHERE_CHAT|'outputConfig':{'effort':'low'}|outputConfig.effort",
                "COHERE_CHAT|OPENAI_CHAT|'stop_sequences':[A,A,A]|stop_sequences",
                "COHERE_CHAT|OPENAI_CHAT|'k':3|k",
                "OLLAMA_CHAT|OPENAI_CHAT|'options':{'stop':[A,A,A]}|options.stop",
                "OLLAMA_CHAT|OPENAI_CHAT|'options':{'top_k':3}|options.top_k",
                "OLLAMA_CHAT|ANTHROPIC_MESSAGES|'format':'json'|format",
            })
    void theNamesAreTheCallers(Dialect source, Dialect target, String fields, String name) {
        // Given
        JsonNode request = request(source, fields.replace("A", "'a','b'"));
        DialectCodec from = Codecs.of(source);
        DialectCodec to = Codecs.of(target);

        // Then
        assertThatThrownBy(() -> RequestTranslator.translate(from, request, to, Set.of()))
                .isInstanceOfSatisfying(LlmException.class, e -> {
                    assertThat(e.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
                    assertThat(e.field()).isEqualTo(name);
                });
        for (String lost : List.of(name, name.replaceFirst("\\..*", ""))) {
            assertThatCode(() -> RequestTranslator.translate(from, request, to, Set.of(lost)))
                    .doesNotThrowAnyException();
        }
    }

    private static JsonNode request(Dialect dialect, String fields) {
        String turns =
                switch (dialect) {
                    case GEMINI_GENERATE -> "'contents':[{'parts':[{'text':'u'}]}],";
                    case OPENAI_RESPONSES -> "'input':'u',";
                    case BEDROCK_CONVERSE -> "'messages':[{'role':'user','content':[{'text':'u'}]}],";
                    default -> CHAT;
                };
        return Json.parseObject(("{" + turns + fields + "}").replace('\'', '"'));
    }
}
