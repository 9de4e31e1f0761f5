/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.SeraiHome;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Credential;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.DeploymentUri;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.edition.RouteStamps;
import dev.serai.gateway.edition.RouteStamps.Stamp;

/**
 * The routes that no file has: those of the deployments, each made from the template, with the credential and the breaker that
 * it names, and those that settings ask for. An account whose key has changed gets another name, so that an endpoint made with
 * the old key is not taken for the new. For one thread.
 */
@Component
public final class Stamps {
    private static final String TEMPLATE = "deployment";

    private final CamelContext camel;
    private final Breakers breakers;
    private final SeraiHome home;
    private final List<RouteStamps> ofSettings;
    private final Map<String, Bound> credentials = new HashMap<>();
    private final Set<String> withBreaker = new HashSet<>();

    private record Bound(Credential credential, int number) {
        String bean() {
            return "credential-" + credential.name() + "-" + number;
        }
    }

    Stamps(CamelContext camel, Breakers breakers, SeraiHome home, List<RouteStamps> ofSettings) {
        this.camel = camel;
        this.breakers = breakers;
        this.home = home;
        this.ofSettings = List.copyOf(ofSettings);
    }

    /** Binds what they need, and says what is to be stamped. A deployment without its key gets no route. */
    List<Stamp> all(Deployments deployments) {
        deployments.credentials().values().forEach(this::bind);
        List<Stamp> stamps = new ArrayList<>();
        for (Deployment deployment : deployments.all()) {
            if (withBreaker.add(deployment.name())) {
                camel.getRegistry().bind(Breakers.beanName(deployment.name()), breakers.forRoute(deployment));
            }
            if (deployment.usable()) {
                Credential account = deployment.credential();
                String bean =
                        account == null ? null : credentials.get(account.name()).bean();
                stamps.add(new Stamp(
                        "deployment-" + deployment.name(),
                        TEMPLATE,
                        Map.of("name", deployment.name(), "llm", DeploymentUri.of(deployment, bean))));
            }
        }
        ofSettings.forEach(more -> stamps.addAll(more.stamps()));
        return stamps;
    }

    /** Bean names of credentials that the deployments in force no longer name are let go. */
    public void forget(Deployments inForce) {
        credentials.values().removeIf(bound -> {
            boolean gone = !inForce.credentials().containsKey(bound.credential().name());
            if (gone) {
                camel.getRegistry().unbind(bound.bean());
            }
            return gone;
        });
    }

    private void bind(Credential credential) {
        Bound bound = credentials.get(credential.name());
        if (bound != null && bound.credential().equals(credential)) {
            return;
        }
        Bound next = new Bound(credential, bound == null ? 1 : bound.number() + 1);
        camel.getRegistry().bind(next.bean(), credential.open(home.path()));
        credentials.put(credential.name(), next);
        if (bound != null) {
            // an endpoint keeps what it found at its making
            camel.getRegistry().unbind(bound.bean());
        }
    }
}
