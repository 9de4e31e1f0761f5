/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Whoever else serves Chat Completions: vLLM, Groq, DeepSeek, OpenRouter, Together, xAI, llama.cpp and their like. Their habits are lines of one error table. */
package dev.serai.llm.provider.compatible;
