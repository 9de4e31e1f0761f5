/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

/** The two linked books: each call is settled in both. */
public enum Book {
    /** What providers charge; ceilings limit it. */
    COST,
    /** What the customer is charged; budgets limit it. */
    CREDIT
}
