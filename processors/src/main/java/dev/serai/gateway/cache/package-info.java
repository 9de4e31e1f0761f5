/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Calls that need not be made twice. What they have in common: which calls are alike
 * ({@link dev.serai.gateway.cache.RequestKey}), in which form an answer goes out, and what a caller wants of it.
 */
package dev.serai.gateway.cache;
