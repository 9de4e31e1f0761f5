/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.deployment.BreakerView;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.llm.LlmException;

/** Breakers in the admin API, by the bean name {@code admin-breakers}. Thread-safe. */
@Component("admin-breakers")
public final class AdminBreakers {
    private static final List<String> ACTIONS = List.of("force-open", "force-closed", "reset");

    private final Catalogue catalogue;
    private final Breakers breakers;
    private final AuditLog audit;

    AdminBreakers(Catalogue catalogue, Breakers breakers, AuditLog audit) {
        this.catalogue = catalogue;
        this.breakers = breakers;
        this.audit = audit;
    }

    /** Answers with all breakers of deployments that can be called. */
    public void list(Exchange exchange) {
        List<BreakerView> views = catalogue.current().all().stream()
                .filter(Deployment::usable)
                .map(breakers::view)
                .toList();
        AdminDoor.answer(exchange, Map.of("breakers", views));
    }

    public void show(Exchange exchange) throws LlmException {
        AdminDoor.answer(exchange, breakers.view(AdminDoor.deployment(exchange, catalogue)));
    }

    /** Does what the address says to the breaker, and answers with how it stands then. */
    public void change(Exchange exchange) throws LlmException {
        Deployment deployment = AdminDoor.deployment(exchange, catalogue);
        String action = AdminDoor.path(exchange, "action");
        if (!ACTIONS.contains(action)) {
            throw AdminDoor.notFound("action", action, Spelling.fix(action, "actions", ACTIONS));
        }
        String reason = AdminDoor.reason(exchange);
        BreakerView before = breakers.view(deployment);
        change(deployment, action).join();
        BreakerView after = breakers.view(deployment);
        audit.write(exchange, new AuditLog.Deed("breaker." + action, deployment.name(), reason), before, after);
        AdminDoor.answer(exchange, after);
    }

    private CompletableFuture<Void> change(Deployment deployment, String action) {
        return action.equals("reset")
                ? breakers.reset(deployment)
                : breakers.force(deployment, action.equals("force-open"));
    }
}
