/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Whose money a call spends, how much of it, and what limits that: accounts, amounts, windows, budgets and ceilings. Start at
 * {@link dev.serai.gateway.ledger.budget.Limits}, those in force.
 */
package dev.serai.gateway.ledger.budget;
