/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Whoever else serves Chat Completions. {@link dev.serai.llm.provider.compatible.Vendors} is the table of their habits; a
 * new vendor is one more entry there.
 */
package dev.serai.llm.provider.compatible;
