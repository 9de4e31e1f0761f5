/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.math.BigDecimal;
import java.util.Optional;

import dev.serai.llm.Usage;

/** What deployments charge. Thread-safe. */
public interface Tariff {
    /** What so many tokens cost there today, in USD; empty where the price is not known. */
    Optional<BigDecimal> cost(Deployment deployment, Usage usage);
}
