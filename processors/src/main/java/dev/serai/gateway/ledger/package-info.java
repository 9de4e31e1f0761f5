/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The books: what calls hold, cost and are charged, in the tables of the database. Start at {@link dev.serai.gateway.ledger.Ledger};
 * what is written together is decided in {@code Bookkeeping}, and written by {@code LedgerTransaction}.
 */
package dev.serai.gateway.ledger;
