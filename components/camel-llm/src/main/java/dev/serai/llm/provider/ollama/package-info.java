/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Ollama's own API, local or at ollama.com. */
package dev.serai.llm.provider.ollama;
