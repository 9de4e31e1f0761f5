/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

/**
 * What an account may spend in a window.
 *
 * @param book {@link Book#CREDIT}: a budget; {@link Book#COST}: a ceiling
 */
public record Limit(Account account, Book book, Window window, Usd amount) {}
