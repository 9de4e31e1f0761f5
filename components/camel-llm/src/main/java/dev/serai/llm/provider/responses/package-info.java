/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** OpenAI's own API, Responses. */
package dev.serai.llm.provider.responses;
