/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Mistral's own API, Chat Completions. */
package dev.serai.llm.provider.mistral;
