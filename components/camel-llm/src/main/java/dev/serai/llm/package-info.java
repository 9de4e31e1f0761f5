/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** The Camel component {@code llm} and the envelope it takes: request, answer, stream, error. Start at the endpoint; everything an upstream can do wrong becomes an {@link dev.serai.llm.LlmException}. */
package dev.serai.llm;
