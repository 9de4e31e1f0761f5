/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** One small package per provider, each with the same files: where it is, how it authenticates, how it says no. A provider names its dialect; the codec does the rest. */
package dev.serai.llm.provider;
