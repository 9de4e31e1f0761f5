/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Anthropic's own API, Messages. */
package dev.serai.llm.provider.anthropic;
