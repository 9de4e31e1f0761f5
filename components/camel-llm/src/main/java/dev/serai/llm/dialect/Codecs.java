/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import dev.serai.llm.Dialect;
import dev.serai.llm.dialect.anthropic.AnthropicMessagesCodec;
import dev.serai.llm.dialect.bedrock.BedrockConverseCodec;
import dev.serai.llm.dialect.cohere.CohereChatCodec;
import dev.serai.llm.dialect.gemini.GeminiCodec;
import dev.serai.llm.dialect.ollama.OllamaChatCodec;
import dev.serai.llm.dialect.openai.OpenAiChatCodec;
import dev.serai.llm.dialect.responses.OpenAiResponsesCodec;

/** The codec of each dialect. */
public final class Codecs {
    private static final DialectCodec OPENAI_CHAT = new OpenAiChatCodec();
    private static final DialectCodec ANTHROPIC_MESSAGES = new AnthropicMessagesCodec();
    private static final DialectCodec OPENAI_RESPONSES = new OpenAiResponsesCodec();
    private static final DialectCodec GEMINI_GENERATE = new GeminiCodec();
    private static final DialectCodec BEDROCK_CONVERSE = new BedrockConverseCodec();
    private static final DialectCodec COHERE_CHAT = new CohereChatCodec();
    private static final DialectCodec OLLAMA_CHAT = new OllamaChatCodec();

    private Codecs() {}

    public static DialectCodec of(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> OPENAI_CHAT;
            case ANTHROPIC_MESSAGES -> ANTHROPIC_MESSAGES;
            case OPENAI_RESPONSES -> OPENAI_RESPONSES;
            case GEMINI_GENERATE -> GEMINI_GENERATE;
            case BEDROCK_CONVERSE -> BEDROCK_CONVERSE;
            case COHERE_CHAT -> COHERE_CHAT;
            case OLLAMA_CHAT -> OLLAMA_CHAT;
        };
    }
}
