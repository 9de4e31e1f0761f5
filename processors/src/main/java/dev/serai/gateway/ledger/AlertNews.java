/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.core.JsonProcessingException;

import dev.serai.gateway.database.DatabaseLoop;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.llm.dialect.Json;

/**
 * Gives alerts of budgets and ceilings to the route that tells of them, as JSON: at once where this instance has come to one, and
 * sooner or later where another one has and ended before it could. Thread-safe.
 */
@Component
final class AlertNews extends DatabaseLoop implements LedgerListener {
    private static final Logger LOG = LoggerFactory.getLogger(AlertNews.class);
    private static final String ROUTE = "direct:budget-alert";

    private final UUID holder = UUID.randomUUID();
    private final AlertTable table;
    private final Consumer<String> sink;

    @Autowired
    AlertNews(JdbcTemplate jdbc, LedgerSettings settings, ObjectProvider<ProducerTemplate> routes) {
        this(jdbc, settings, event -> routes.getObject().sendBody(ROUTE, event));
    }

    /** @param sink fails with a {@link CamelExecutionException} where the event was not told of */
    AlertNews(JdbcTemplate jdbc, LedgerSettings settings, Consumer<String> sink) {
        super("budget alerts", settings.sweepEvery());
        this.table = new AlertTable(jdbc);
        this.sink = sink;
    }

    @Override
    public void alert(BudgetAlert alert) {
        wake();
    }

    @Override
    protected void round() {
        List<BudgetAlert> alerts = table.claim(holder);
        for (BudgetAlert alert : alerts) {
            try {
                sink.accept(json(alert));
                table.sent(alert.id());
            } catch (CamelExecutionException e) {
                LOG.atError()
                        .addKeyValue("alert", alert)
                        .setCause(e)
                        .log("a budget alert could not be told of: it is tried again");
            }
        }
        if (!alerts.isEmpty()) {
            table.deleteOld();
        }
    }

    /** Its fields are described in docs/ledger.md. */
    static String json(BudgetAlert alert) {
        Limit limit = alert.limit();
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event", "budget-alert");
        event.put("id", alert.id().toString());
        event.put("kind", alert.kind());
        event.put("account", limit.account().toString());
        event.put("window", limit.window().code());
        event.put("period", alert.period().toString());
        event.put("level", alert.level());
        event.put("limitUsd", limit.amount().toBigDecimal());
        event.put("spentUsd", alert.spent().toBigDecimal());
        event.put(
                "renewsAt",
                limit.window().end(alert.period()).map(Object::toString).orElse(null));
        event.put("at", alert.at().toString());
        try {
            return Json.MAPPER.writeValueAsString(event);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an alert could not be written", e);
        }
    }
}
