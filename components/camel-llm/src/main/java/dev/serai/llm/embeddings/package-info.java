/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Embeddings: one neutral request and answer between the forms in which providers take and give them. */
package dev.serai.llm.embeddings;
