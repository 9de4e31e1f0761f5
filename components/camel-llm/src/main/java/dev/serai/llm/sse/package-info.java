/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Reads event streams as they really come. It knows the framing and nothing of what is in it. */
package dev.serai.llm.sse;
