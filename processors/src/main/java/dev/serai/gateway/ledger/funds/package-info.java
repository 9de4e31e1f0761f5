/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The ledger in the path of a call: what it may cost is held before a provider is asked, and what it has cost is settled at
 * its end. Start at {@link dev.serai.gateway.ledger.funds.Funds}; what a call is charged is in
 * {@link dev.serai.gateway.ledger.funds.Bill}.
 */
package dev.serai.gateway.ledger.funds;
