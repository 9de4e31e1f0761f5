/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.core.JsonProcessingException;

import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.llm.dialect.Json;

/** Gives alerts of budgets and ceilings to the route that tells of them, as JSON. Thread-safe; it does so on a thread of its own. */
@Component
final class AlertNews implements LedgerListener, DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(AlertNews.class);
    private static final String ROUTE = "direct:budget-alert";
    private static final int MOST_WAITING = 1000;

    private final ObjectProvider<ProducerTemplate> routes;
    private final ExecutorService executor = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().daemon().name("serai-budget-alerts").factory(),
            (task, pool) -> LOG.error("more budget alerts than can be told of: one is not"));

    AlertNews(ObjectProvider<ProducerTemplate> routes) {
        this.routes = routes;
    }

    @Override
    public void alert(BudgetAlert alert) {
        executor.execute(() -> tell(alert));
    }

    private void tell(BudgetAlert alert) {
        try {
            routes.getObject().sendBody(ROUTE, json(alert));
        } catch (CamelExecutionException e) {
            LOG.atError().addKeyValue("alert", alert).setCause(e).log("a budget alert could not be told of");
        }
    }

    /** Its fields are described in docs/ledger.md. */
    static String json(BudgetAlert alert) {
        Limit limit = alert.limit();
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event", "budget-alert");
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

    @Override
    public void destroy() {
        executor.shutdown();
    }
}
