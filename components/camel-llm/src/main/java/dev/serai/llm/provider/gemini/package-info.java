/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Gemini, at Google AI Studio and at Vertex AI. */
package dev.serai.llm.provider.gemini;
