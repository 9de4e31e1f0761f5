/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Azure OpenAI, Chat Completions. Its Responses interface is called with the provider openai-responses. */
package dev.serai.llm.provider.azure;
