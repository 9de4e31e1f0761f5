/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Idempotency keys: a call that comes again with the same key and body is given the answer of the first, whole or while it
 * is being made, on whichever instance. The database says who makes a call; answers are in it encrypted or not at all.
 * Start at {@link dev.serai.gateway.cache.idempotency.Idempotency}.
 */
package dev.serai.gateway.cache.idempotency;
