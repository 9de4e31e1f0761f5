/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Calls of one organisation that ask the same at the same time share one call of the provider's. Start at
 * {@link dev.serai.gateway.cache.coalesce.Coalescing}; what each of them pays is in {@code ledger.funds}.
 */
package dev.serai.gateway.cache.coalesce;
