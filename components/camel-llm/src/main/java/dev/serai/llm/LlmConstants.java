/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import org.apache.camel.spi.Metadata;

/** Header names. They begin with {@code Camel}, so no caller can set them through an HTTP or JMS consumer. */
public final class LlmConstants {
    @Metadata(description = "Whether the answer is streamed: the body is then an LlmStream.", javaType = "Boolean")
    public static final String STREAM = "CamelLlmStream";

    @Metadata(
            description =
                    "The dialect of a JSON body: openai-chat, anthropic-messages, openai-responses, gemini-generate, bedrock-converse, cohere-chat or ollama-chat.",
            javaType = "String")
    public static final String DIALECT = "CamelLlmDialect";

    @Metadata(description = "Upper bound of the answer's length in tokens.", javaType = "Integer")
    public static final String MAX_OUTPUT_TOKENS = "CamelLlmMaxOutputTokens";

    @Metadata(description = "Sampling temperature.", javaType = "Double")
    public static final String TEMPERATURE = "CamelLlmTemperature";

    @Metadata(description = "The provider that was called.", javaType = "String")
    public static final String PROVIDER = "CamelLlmProvider";

    @Metadata(description = "The model that the provider says has answered.", javaType = "String")
    public static final String RESPONSE_MODEL = "CamelLlmResponseModel";

    @Metadata(description = "The provider's id of the answer.", javaType = "String")
    public static final String RESPONSE_ID = "CamelLlmResponseId";

    @Metadata(
            description = "Why the model stopped: stop, max_tokens, tool_calls, refusal and so on.",
            javaType = "String")
    public static final String STOP_REASON = "CamelLlmStopReason";

    @Metadata(description = "Prompt tokens, cached ones included.", javaType = "Long")
    public static final String PROMPT_TOKENS = "CamelLlmPromptTokens";

    @Metadata(description = "Answer tokens, reasoning included.", javaType = "Long")
    public static final String COMPLETION_TOKENS = "CamelLlmCompletionTokens";

    private LlmConstants() {}
}
