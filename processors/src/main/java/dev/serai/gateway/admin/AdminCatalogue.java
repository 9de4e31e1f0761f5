/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.RateLimits;
import dev.serai.gateway.edition.Edition;
import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.identity.Permission;
import dev.serai.gateway.ledger.price.Prices;

/**
 * The deployments, callers and prices in force, by the bean name {@code admin-catalogue}; never a key, and of an endpoint's
 * URI nothing but the provider and the model. Thread-safe.
 */
@Component("admin-catalogue")
public final class AdminCatalogue {
    private final Editions editions;
    private final Prices prices;

    AdminCatalogue(Editions editions, Prices prices) {
        this.editions = editions;
        this.prices = prices;
    }

    /**
     * A deployment.
     *
     * @param credential the account's name; null where it takes no key
     * @param unusable   why it cannot be called as it is configured; null where it can
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DeploymentView(
            String name,
            String provider,
            String model,
            String dialect,
            String credential,
            String unusable,
            String region,
            String retention,
            Set<String> dataClasses,
            Set<String> capabilities,
            String embeddingModel,
            int contextWindow,
            int maxOutputTokens,
            String price,
            Set<String> tenants,
            int weight,
            Integer requestsPerMinute,
            Integer tokensPerMinute,
            boolean demo,
            int connections) {

        static DeploymentView of(Deployment deployment) {
            return new DeploymentView(
                    deployment.name(),
                    deployment.provider(),
                    deployment.model(),
                    deployment.uri().dialect().code(),
                    deployment.credential() == null
                            ? null
                            : deployment.credential().name(),
                    deployment.unusableReason().orElse(null),
                    deployment.region(),
                    deployment.retention().toString(),
                    sorted(deployment.dataClasses()),
                    sorted(deployment.capabilities()),
                    deployment.embeddingModel(),
                    deployment.contextWindow(),
                    deployment.maxOutputTokens(),
                    deployment.price(),
                    sorted(deployment.tenants()),
                    deployment.weight(),
                    declared(deployment.rateLimits().requestsPerMinute()),
                    declared(deployment.rateLimits().tokensPerMinute()),
                    deployment.demo(),
                    deployment.connections());
        }

        private static Integer declared(int limit) {
            return limit == RateLimits.UNDECLARED ? null : limit;
        }
    }

    /** A caller. */
    record CallerView(
            String name,
            String organisation,
            String team,
            String feature,
            List<String> permissions,
            Set<String> tasks,
            Set<String> dataClasses,
            Set<String> regions,
            int priority) {

        static CallerView of(Caller caller) {
            return new CallerView(
                    caller.name(),
                    caller.organisation(),
                    caller.team(),
                    caller.feature(),
                    caller.permissions().stream().map(Permission::code).sorted().toList(),
                    sorted(caller.tasks()),
                    sorted(caller.dataClasses()),
                    sorted(caller.regions()),
                    caller.priority());
        }
    }

    /** Answers with what calls begin with now. */
    public void show(Exchange exchange) {
        Edition edition = editions.current();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(
                "deployments",
                edition.deployments().all().stream().map(DeploymentView::of).toList());
        answer.put(
                "callers",
                edition.callers().callers().stream()
                        .map(CallerView::of)
                        .sorted(Comparator.comparing(CallerView::name))
                        .toList());
        answer.put("prices", Map.of("version", prices.current().version()));
        AdminDoor.answer(exchange, answer);
    }

    private static Set<String> sorted(Set<String> names) {
        return new TreeSet<>(names);
    }
}
