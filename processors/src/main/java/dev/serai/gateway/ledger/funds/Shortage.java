/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.serai.gateway.ledger.Decision;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** The refusal of a call that there is not enough money for. Pure functions. */
final class Shortage {
    /** The code of the refusal; SDKs that know of no such class show it. */
    private static final String CODE = "insufficient_funds";

    private Shortage() {}

    static LlmException refusal(Decision.Short lack, Instant now) {
        LlmException.Builder refusal = LlmException.of(ErrorClass.INSUFFICIENT_FUNDS)
                .code(CODE)
                .detail("a budget or ceiling is used up")
                .reason(reason(lack));
        if (lack.renewsAt() != null) {
            Duration wait = Duration.between(now, lack.renewsAt());
            refusal.retryAfter(wait.isNegative() ? Duration.ZERO : wait);
        }
        return refusal.build();
    }

    private static String reason(Decision.Short lack) {
        String limit = lack.book() == Book.CREDIT ? "budget" : "ceiling";
        String until = lack.renewsAt() == null
                ? "It does not renew by itself."
                : "It renews at " + lack.renewsAt().truncatedTo(ChronoUnit.SECONDS) + ".";
        return "Not enough funds: " + lack.missing() + " USD are missing in the " + window(lack) + limit + " of "
                + owner(lack.account()) + ". " + until;
    }

    private static String window(Decision.Short lack) {
        return switch (lack.window()) {
            case DAY -> "daily ";
            case MONTH -> "monthly ";
            case TOTAL -> "";
        };
    }

    private static String owner(Account account) {
        return account.name().isEmpty()
                ? "the " + account.kind().code()
                : "the " + account.kind().code() + " '" + account.name() + "'";
    }
}
