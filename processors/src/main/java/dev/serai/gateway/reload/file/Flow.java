/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.file;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One top-level entry of a route file, or the template of a kamelet: something that can be entered and names endpoints.
 * Immutable.
 *
 * @param at   its path in the file
 * @param kind {@code route}, {@code routeTemplate}, {@code kamelet} …
 * @param id   null where the author gave none
 * @param body what it says
 * @param uses the endpoints it names, its own consumer included
 */
public record Flow(RouteFile file, String at, String kind, String id, JsonNode body, List<EndpointUse> uses) {

    /** What it consumes from; none for an entry that isn't a route. */
    public Optional<EndpointUse> from() {
        return uses.stream().filter(use -> use.eip().equals("from")).findFirst();
    }

    /** What it calls. */
    public List<EndpointUse> calls() {
        return uses.stream().filter(use -> !use.eip().equals("from")).toList();
    }

    public boolean consumes(String scheme) {
        return from().filter(use -> use.scheme().equals(scheme)).isPresent();
    }

    /** Whether it is the template of the deployments' routes: the one flow that may call {@code llm:}. */
    public boolean isDeploymentTemplate() {
        return kind.equals("routeTemplate") && "deployment".equals(id) && consumes("deployment");
    }
}
