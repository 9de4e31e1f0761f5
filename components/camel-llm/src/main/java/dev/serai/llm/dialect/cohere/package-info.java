/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Cohere Chat, version 2. Start at the codec. */
package dev.serai.llm.dialect.cohere;
