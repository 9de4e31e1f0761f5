/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.ledger.CostRow;
import dev.serai.gateway.ledger.CostRows;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.price.Prices;
import dev.serai.gateway.ledger.price.Rates;

/**
 * Takes over what a provider's export says: entries whose cost was estimated, or whose price was not known, are corrected by
 * entries that are added, each once, however often the export is read. Thread-safe.
 */
@Component
public final class UsageImport {
    private static final int AT_ONCE = 500;

    private final CostRows rows;
    private final Ledger ledger;
    private final Prices prices;
    private final Catalogue catalogue;

    UsageImport(JdbcTemplate jdbc, Ledger ledger, Prices prices, Catalogue catalogue) {
        this.rows = new CostRows(jdbc);
        this.ledger = ledger;
        this.prices = prices;
        this.catalogue = catalogue;
    }

    /** What became of a row. */
    public enum Outcome {
        /** The ledger now says what the export says. */
        CORRECTED,
        /** That was done before. */
        ALREADY,
        /** The provider had told its usage with the answer: there was nothing to correct. */
        CERTAIN,
        /** No entry has these ids. */
        UNKNOWN,
        /** Several uncertain entries have these ids: the deployment or the model has to tell them apart. */
        AMBIGUOUS,
        /** It does not say its cost, and no price is known for its tokens. */
        UNPRICED;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What became of an import.
     *
     * @param difference by how much costs have changed
     * @param unsettled  the ids of rows that nothing could be done with, and why
     */
    public record Report(Map<Outcome, Integer> rows, Usd difference, List<Unsettled> unsettled) {}

    /** A row that nothing could be done with. */
    public record Unsettled(String id, Outcome outcome) {}

    /** Ends when all is written. */
    public Report take(List<UsageRow> export) {
        Tally tally = new Tally();
        for (int start = 0; start < export.size(); start += AT_ONCE) {
            take(export.subList(start, Math.min(export.size(), start + AT_ONCE)), tally);
        }
        return new Report(tally.counts, tally.difference, List.copyOf(tally.unsettled));
    }

    private static final class Tally {
        private static final int MOST = 1000;
        private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        private final List<Unsettled> unsettled = new ArrayList<>();
        private Usd difference = Usd.ZERO;

        void count(UsageRow row, Outcome outcome) {
            counts.merge(outcome, 1, Integer::sum);
            boolean settled = outcome == Outcome.CORRECTED || outcome == Outcome.ALREADY || outcome == Outcome.CERTAIN;
            if (!settled && unsettled.size() < MOST) {
                unsettled.add(new Unsettled(row.id(), outcome));
            }
        }
    }

    private record Begun(UsageRow row, CompletableFuture<Boolean> result, Usd difference) {}

    private void take(List<UsageRow> some, Tally tally) {
        List<CostRow> found = new ArrayList<>(rows.ofResponses(
                some.stream().map(UsageRow::responseId).filter(Objects::nonNull).toList()));
        found.addAll(rows.ofCalls(some.stream()
                .filter(row -> row.responseId() == null)
                .map(UsageRow::requestId)
                .toList()));
        List<Begun> begun = new ArrayList<>();
        for (UsageRow row : some) {
            List<CostRow> matching =
                    found.stream().filter(row::matches).distinct().toList();
            begin(row, matching, tally).ifPresent(begun::add);
        }
        for (Begun one : begun) {
            boolean corrected = one.result().join();
            tally.count(one.row(), corrected ? Outcome.CORRECTED : Outcome.ALREADY);
            tally.difference = corrected ? tally.difference.plus(one.difference()) : tally.difference;
        }
    }

    private Optional<Begun> begin(UsageRow row, List<CostRow> matching, Tally tally) {
        List<CostRow> open = matching.stream().filter(CostRow::isOpen).toList();
        if (open.size() != 1) {
            tally.count(row, notOne(matching, open));
            return Optional.empty();
        }
        CostRow entry = open.getFirst();
        Optional<Rates> rates = rates(entry);
        if (row.cost() == null && rates.isEmpty()) {
            tally.count(row, Outcome.UNPRICED);
            return Optional.empty();
        }
        Usd amount =
                row.cost() != null ? row.cost() : Usd.of(rates.orElseThrow().cost(row.tokens()));
        CompletableFuture<Boolean> result = ledger.correct(
                entry.key(),
                row.tokens() == null ? entry.paid().tokens() : row.tokens(),
                amount,
                row.cost() == null ? prices.current().version() : null);
        return Optional.of(new Begun(row, result, amount.minus(entry.paid().amount())));
    }

    private static Outcome notOne(List<CostRow> matching, List<CostRow> open) {
        if (matching.isEmpty()) {
            return Outcome.UNKNOWN;
        }
        if (!open.isEmpty()) {
            return Outcome.AMBIGUOUS;
        }
        return matching.stream().anyMatch(CostRow::corrected) ? Outcome.ALREADY : Outcome.CERTAIN;
    }

    private Optional<Rates> rates(CostRow entry) {
        LocalDate day = LocalDate.ofInstant(entry.call().at(), ZoneOffset.UTC);
        return catalogue
                .current()
                .find(entry.paid().deployment())
                .map(Deployment::price)
                .flatMap(price -> prices.current().rates(price, day));
    }
}
