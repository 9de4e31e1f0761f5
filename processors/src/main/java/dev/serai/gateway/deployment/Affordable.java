/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.serai.gateway.deployment.Eligibility.Drop;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/**
 * What a call that there is not enough money for is left with: it is served by cheaper deployments than its task would ask.
 * A call without it has money enough. Immutable.
 *
 * @param cheapest those that there is enough for, the cheapest first
 * @param tooDear  those that there is not enough for
 * @param refusal  what the caller is told where no other is left
 */
public record Affordable(List<String> cheapest, Set<String> tooDear, LlmException refusal) {
    public Affordable {
        cheapest = List.copyOf(cheapest);
        tooDear = Set.copyOf(tooDear);
    }

    static Optional<Drop> drop(Call call, Deployment deployment) {
        Affordable money = call.part(Affordable.class);
        return money != null && money.tooDear.contains(deployment.name())
                ? Optional.of(new Drop(DropReason.INSUFFICIENT_FUNDS, null))
                : Optional.empty();
    }

    /** In the order in which they are asked: as they are, unless money is short. */
    static List<Deployment> inOrder(Call call, List<Deployment> eligible) {
        Affordable money = call.part(Affordable.class);
        return money == null
                ? eligible
                : eligible.stream().sorted(Comparator.comparing(money::rank)).toList();
    }

    private int rank(Deployment deployment) {
        int rank = cheapest.indexOf(deployment.name());
        return rank < 0 ? Integer.MAX_VALUE : rank;
    }
}
