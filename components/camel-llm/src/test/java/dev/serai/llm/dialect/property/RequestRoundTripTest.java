/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import dev.serai.llm.Dialect;

import net.jqwik.api.Group;

class RequestRoundTripTest {
    @Group
    class OpenAiChat extends RequestProperties {
        OpenAiChat() {
            super(Dialect.OPENAI_CHAT);
        }
    }

    @Group
    class AnthropicMessages extends RequestProperties {
        AnthropicMessages() {
            super(Dialect.ANTHROPIC_MESSAGES);
        }
    }

    @Group
    class OpenAiResponses extends RequestProperties {
        OpenAiResponses() {
            super(Dialect.OPENAI_RESPONSES);
        }
    }

    @Group
    class GeminiGenerate extends RequestProperties {
        GeminiGenerate() {
            super(Dialect.GEMINI_GENERATE);
        }
    }

    @Group
    class BedrockConverse extends RequestProperties {
        BedrockConverse() {
            super(Dialect.BEDROCK_CONVERSE);
        }
    }

    @Group
    class CohereChat extends RequestProperties {
        CohereChat() {
            super(Dialect.COHERE_CHAT);
        }
    }

    @Group
    class OllamaChat extends RequestProperties {
        OllamaChat() {
            super(Dialect.OLLAMA_CHAT);
        }
    }
}
