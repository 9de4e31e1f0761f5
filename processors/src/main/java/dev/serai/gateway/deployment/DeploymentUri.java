/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.apache.camel.util.URISupport;

import dev.serai.llm.provider.sim.SimFault;

/** The {@code llm:} endpoint of a deployment: what its entry says, as options. */
public final class DeploymentUri {
    private static final String SIM = "sim.";
    /** How options of {@code llm:sim} say when its faults come, or more of them. */
    private static final Set<String> FAULTY = Set.of("failRate", "failFirst", "attempts", "repeatLast", "body");

    private DeploymentUri() {}

    /** @param credential the name of its bean; null for an upstream that takes no key */
    public static String of(Deployment deployment, String credential) {
        String uri = withoutCredential(deployment);
        return credential == null ? uri : uri + "&credential=#" + credential;
    }

    public static String withoutCredential(Deployment deployment) {
        return deployment.uri().with(limits(deployment, deployment.name()));
    }

    /**
     * What plays a fault in the deployment's place, behind limits of the same size; without {@code llm:sim/}.
     *
     * @param fault options of {@code llm:sim}, without their prefix
     */
    public static String played(Deployment deployment, Map<String, String> fault) {
        Map<String, Object> options = new TreeMap<>(deployment.simulated() ? healthy(deployment) : Map.of());
        options.put("dialect", deployment.uri().dialect().code());
        fault.forEach((key, value) -> options.put(SIM + key, value));
        String profile = deployment.simulated() ? deployment.model() : "quick";
        return profile + "?" + URISupport.createQueryString(options) + "&"
                + limits(deployment, "drill-" + deployment.name());
    }

    /** A simulated deployment's own options without its own faults. */
    private static Map<String, Object> healthy(Deployment deployment) {
        String uri = deployment.uri().text();
        if (!uri.contains("?")) {
            return Map.of();
        }
        try {
            return URISupport.parseQuery(uri.substring(uri.indexOf('?') + 1)).entrySet().stream()
                    .filter(option -> !isFault(option.getKey()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the endpoint of this URI runs, so its query can be read: " + uri, e);
        }
    }

    private static boolean isFault(String option) {
        String key = option.startsWith(SIM) ? option.substring(SIM.length()) : "";
        return key.startsWith("header.")
                || FAULTY.contains(key)
                || SimFault.keys().contains(key);
    }

    private static String limits(Deployment deployment, String pool) {
        Timeouts timeouts = deployment.timeouts();
        return "pool=" + pool
                + "&connections=" + deployment.connections()
                + "&connectTimeout=" + timeouts.connect().toMillis()
                + "&firstTokenTimeout=" + timeouts.firstToken().toMillis()
                + "&idleTimeout=" + timeouts.idle().toMillis()
                + "&attemptTimeout=" + timeouts.attempt().toMillis();
    }
}
