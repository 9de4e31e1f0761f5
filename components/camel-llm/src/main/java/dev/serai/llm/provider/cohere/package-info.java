/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Cohere's own API, Chat version 2. */
package dev.serai.llm.provider.cohere;
