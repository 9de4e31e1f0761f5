/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Holds the ledger against itself, the decision records and the providers' own exports. Start at
 * {@link dev.serai.gateway.ledger.check.Reconciliation}, which only reads, and {@link dev.serai.gateway.ledger.check.UsageImport},
 * which corrects.
 */
package dev.serai.gateway.ledger.check;
