/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Ollama's native chat. Start at the codec. */
package dev.serai.llm.dialect.ollama;
