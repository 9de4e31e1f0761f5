/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Anthropic Messages. Start at the codec. */
package dev.serai.llm.dialect.anthropic;
