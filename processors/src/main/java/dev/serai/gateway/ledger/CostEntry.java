/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.EnumSet;
import java.util.Set;

import dev.serai.gateway.config.Rules;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/**
 * One thing that a provider charges for.
 *
 * @param tokens       {@link Usage#NONE} where there are none
 * @param amount       never negative, but for a correction, and where it is others' share
 * @param priceVersion of the price table; null where no price was known
 */
public record CostEntry(
        CostKind kind, Source source, Usage tokens, Usd amount, String priceVersion, Set<CostFlag> flags) {
    public CostEntry {
        Rules.required("kind", kind);
        Rules.required("source", source);
        Rules.required("tokens", tokens);
        Rules.required("amount", amount);
        flags = flags.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(flags));
        if (amount.isNegative() && kind != CostKind.CORRECTION && kind != CostKind.SHARE) {
            throw new IllegalArgumentException("a " + kind.code() + " cannot cost less than nothing");
        }
    }

    /**
     * Who charges for it.
     *
     * @param model      as the provider calls it; may be null
     * @param responseId the provider's id of the answer, by which its export is matched; may be null
     */
    public record Source(String deployment, String model, String responseId) {
        public Source {
            Rules.required("deployment", deployment);
        }
    }

    public boolean is(CostFlag flag) {
        return flags.contains(flag);
    }
}
