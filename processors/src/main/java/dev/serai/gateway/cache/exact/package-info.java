/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Answers that are kept in memory and given again to calls of the same organisation that ask exactly the same. Start at
 * {@link dev.serai.gateway.cache.exact.AnswerCache}.
 */
package dev.serai.gateway.cache.exact;
