/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What providers charge for tokens, by {@code config/prices.yaml}. Start at {@link dev.serai.gateway.ledger.price.Prices}, the table
 * in force.
 */
package dev.serai.gateway.ledger.price;
