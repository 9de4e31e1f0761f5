/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** One codec per dialect, which reads, edits and writes its payloads, streams and errors. Nothing here does I/O. */
package dev.serai.llm.dialect;
