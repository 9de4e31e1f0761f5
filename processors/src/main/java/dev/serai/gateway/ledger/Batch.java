/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.List;
import java.util.stream.Stream;

import dev.serai.gateway.ledger.budget.Usd;

/** Work that is written in one transaction. For one thread. */
final class Batch {
    private final long number;
    private final List<Work> works;
    private Result result;

    /** @param number grows with each batch of a writer */
    Batch(long number, List<Work> works) {
        this.number = number;
        this.works = List.copyOf(works);
    }

    /**
     * What is to be done once it is durable.
     *
     * @param decisions of reservations and sweeps
     */
    record Result(java.util.Map<Work, Object> decisions, List<Usd> overruns, List<BudgetAlert> alerts) {}

    long number() {
        return number;
    }

    List<Work> works() {
        return works;
    }

    /**
     * As they arrived, but for sweeps, which come last: what a call's own process says of it goes first where both arrive
     * together.
     */
    Stream<Work> inOrder() {
        return Stream.concat(
                works.stream().filter(work -> !(work instanceof Work.Sweep)),
                works.stream().filter(Work.Sweep.class::isInstance));
    }

    Result result() {
        return result;
    }

    void result(Result value) {
        result = value;
    }
}
