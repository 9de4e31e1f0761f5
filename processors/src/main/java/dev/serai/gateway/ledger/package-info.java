/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Money: what providers charge and what a call has cost. Start at {@link dev.serai.gateway.ledger.Prices}.
 */
package dev.serai.gateway.ledger;
