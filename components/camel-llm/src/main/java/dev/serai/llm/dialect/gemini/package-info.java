/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Gemini generateContent and streamGenerateContent. Start at the codec. */
package dev.serai.llm.dialect.gemini;
