/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** OpenAI Chat Completions, and the deviations of the many providers that speak it. Start at the codec. */
package dev.serai.llm.dialect.openai;
