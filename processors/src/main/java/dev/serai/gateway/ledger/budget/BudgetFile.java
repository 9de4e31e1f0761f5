/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.gateway.ledger.budget.Account.Kind;

/** {@code config/budgets.yaml} as it is written. Immutable. */
record BudgetFile(Budgets budgets, Ceilings ceilings) {
    BudgetFile {
        budgets = Rules.orElse(budgets, new Budgets(null, null, null));
        ceilings = Rules.orElse(ceilings, new Ceilings(null, null));
    }

    /**
     * What customers' calls may be charged.
     *
     * @param teams by {@code organisation/team}
     */
    record Budgets(Map<String, Budget> organisations, Map<String, Budget> teams, Map<String, Budget> tasks) {
        Budgets {
            organisations = filled("organisations", organisations);
            teams = filled("teams", teams);
            tasks = filled("tasks", tasks);
            organisations.keySet().forEach(name -> Rules.name("organisations", name));
            tasks.keySet().forEach(name -> Rules.name("tasks", name));
            teams.keySet().forEach(Budgets::checkTeam);
        }

        private static void checkTeam(String name) {
            String[] parts = name.split("/", -1);
            if (parts.length != 2) {
                throw new InvalidValueException(
                        "teams." + name, null, "is no team", "write it with its organisation: acme/support");
            }
            Rules.name("teams", parts[0]);
            Rules.name("teams", parts[1]);
        }
    }

    /** What providers may charge in a day, in USD. */
    record Ceilings(BigDecimal gateway, Map<String, BigDecimal> organisations) {
        Ceilings {
            Budget.amount("gateway", gateway);
            organisations = filled("organisations", organisations);
            organisations.forEach((name, usd) -> {
                Rules.name("organisations", name);
                Budget.amount("organisations." + name, usd);
            });
        }
    }

    private static <T> Map<String, T> filled(String key, Map<String, T> map) {
        Map<String, T> kept = new LinkedHashMap<>(Rules.orElse(map, Map.of()));
        kept.forEach((name, value) -> Rules.required(key + "." + name, value));
        return kept;
    }

    List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        budgets.organisations()
                .forEach((name, budget) -> limits.addAll(budget.limits(new Account(Kind.ORGANISATION, name))));
        budgets.teams().forEach((name, budget) -> limits.addAll(budget.limits(new Account(Kind.TEAM, name))));
        budgets.tasks().forEach((name, budget) -> limits.addAll(budget.limits(new Account(Kind.TASK, name))));
        if (ceilings.gateway() != null) {
            limits.add(ceiling(Account.GATEWAY, ceilings.gateway()));
        }
        ceilings.organisations().forEach((name, usd) -> limits.add(ceiling(new Account(Kind.ORGANISATION, name), usd)));
        return limits;
    }

    private static Limit ceiling(Account account, BigDecimal usd) {
        return new Limit(account, Book.COST, Window.DAY, Usd.of(usd));
    }
}
