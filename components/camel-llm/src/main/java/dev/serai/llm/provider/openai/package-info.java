/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** OpenAI's own API, Chat Completions. */
package dev.serai.llm.provider.openai;
