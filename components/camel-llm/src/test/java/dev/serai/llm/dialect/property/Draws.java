/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomDistribution;

final class Draws {
    /** Where every run begins, so that a build fails for what was changed; more tries go further. */
    static final String SEED = "20261130";

    private Draws() {}

    static Arbitrary<Draw> ofAtMost(int choices) {
        return Arbitraries.integers()
                .between(0, 5039)
                .withDistribution(RandomDistribution.uniform())
                .list()
                .ofMaxSize(choices)
                .withSizeDistribution(RandomDistribution.uniform())
                .map(Draw::new);
    }
}
