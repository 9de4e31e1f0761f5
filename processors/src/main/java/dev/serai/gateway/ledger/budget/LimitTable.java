/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import dev.serai.gateway.config.Located;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.config.StrictYaml;

/** All limits, as of one moment. Immutable and thread-safe; a call looks up its own accounts, however many there are. */
public final class LimitTable {
    public static final LimitTable NONE = new LimitTable(List.of());

    private final Map<Account, List<Limit>> byAccount = new HashMap<>();

    public LimitTable(Collection<Limit> limits) {
        limits.forEach(limit -> byAccount
                .computeIfAbsent(limit.account(), account -> new ArrayList<>())
                .add(limit));
    }

    /**
     * Who can have a budget.
     *
     * @param teams   by {@code organisation/team}
     * @param callers the budgets that stand in {@code callers.yaml}, by name
     */
    public record Known(Set<String> organisations, Set<String> teams, Set<String> tasks, Map<String, Budget> callers) {}

    /**
     * Of what {@code budgets.yaml} says, which need not be there, and of callers' own; or throws
     * {@link dev.serai.gateway.config.ConfigException}.
     */
    public static LimitTable parse(Path file, Optional<String> text, UnaryOperator<String> placeholders, Known known) {
        List<Limit> limits = new ArrayList<>();
        if (text.isPresent()) {
            Located<BudgetFile> budgets =
                    StrictYaml.parse(file, text.get(), placeholders).whole(BudgetFile.class);
            check(budgets, known);
            limits.addAll(budgets.value().limits());
        }
        known.callers().forEach((name, budget) -> limits.addAll(budget.limits(new Account(Account.Kind.CALLER, name))));
        return new LimitTable(limits);
    }

    /** A budget of nobody would limit nothing, in silence. */
    private static void check(Located<BudgetFile> file, Known known) {
        BudgetFile.Budgets budgets = file.value().budgets();
        check(file, "budgets.organisations", budgets.organisations(), known.organisations());
        check(file, "budgets.teams", budgets.teams(), known.teams());
        check(file, "budgets.tasks", budgets.tasks(), known.tasks());
        check(file, "ceilings.organisations", file.value().ceilings().organisations(), known.organisations());
    }

    private static void check(Located<BudgetFile> file, String key, Map<String, ?> named, Set<String> known) {
        String what = key.substring(key.indexOf('.') + 1);
        for (String name : named.keySet()) {
            if (!known.contains(name)) {
                String where = what.equals("tasks") ? "routes/tasks" : "callers.yaml";
                throw file.error(
                        key + "." + name,
                        key + "." + name + ": '" + name + "' is not in " + where,
                        Spelling.fix(name, what, known));
            }
        }
    }

    /** Those that hold for a call. */
    public List<Limit> of(Payers payers) {
        if (byAccount.isEmpty()) {
            return List.of();
        }
        List<Limit> limits = new ArrayList<>();
        payers.accounts().forEach(account -> limits.addAll(of(account)));
        return limits;
    }

    /** In no order. */
    public Collection<Limit> all() {
        return byAccount.values().stream().flatMap(List::stream).toList();
    }

    private List<Limit> of(Account account) {
        return byAccount.getOrDefault(account, List.of());
    }

    /** The one of an account in a book and window, or null. */
    public Usd amount(Account account, Book book, Window window) {
        for (Limit limit : of(account)) {
            if (limit.book() == book && limit.window() == window) {
                return limit.amount();
            }
        }
        return null;
    }
}
