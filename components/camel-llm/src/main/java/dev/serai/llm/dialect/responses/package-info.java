/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** OpenAI Responses: items instead of messages, and a stream of typed events. Start at the codec. */
package dev.serai.llm.dialect.responses;
