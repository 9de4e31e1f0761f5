/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.util.List;

import dev.serai.gateway.config.Rules;

/** Who bears a call: each of them has an account of its own, and a call counts in all of them. Names in kebab-case. */
public record Payers(String caller, String organisation, String team, String task) {
    public Payers {
        Rules.required("caller", caller);
        Rules.required("organisation", organisation);
        Rules.required("team", team);
        Rules.required("task", task);
    }

    public Account account(Account.Kind kind) {
        return switch (kind) {
            case GATEWAY -> Account.GATEWAY;
            case ORGANISATION -> new Account(kind, organisation);
            case TEAM -> new Account(kind, organisation + "/" + team);
            case TASK -> new Account(kind, task);
            case CALLER -> new Account(kind, caller);
            case DEPLOYMENT, OVERRUN -> throw new IllegalArgumentException(kind + " pays for no call");
        };
    }

    /** All five, from the largest to the smallest. */
    public List<Account> accounts() {
        return List.of(
                Account.GATEWAY,
                account(Account.Kind.ORGANISATION),
                account(Account.Kind.TEAM),
                account(Account.Kind.TASK),
                account(Account.Kind.CALLER));
    }
}
