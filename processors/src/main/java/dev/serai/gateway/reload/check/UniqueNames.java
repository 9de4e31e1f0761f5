/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.serai.gateway.config.Paths;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;

/** No two flows have the same id, and no two consume from the same task, internal endpoint or HTTP address. */
final class UniqueNames implements RouteRule {
    private static final String HTTP = "platform-http";
    private static final String METHODS = "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS,TRACE";
    private static final Set<String> SINGLE = Set.of("task", "direct", HTTP);
    private static final Set<String> IDENTIFIED = Set.of("route", "from", "routeTemplate");
    private static final String STAMPED = "deployment-";

    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        Map<String, Flow> ids = new HashMap<>();
        Map<String, Flow> consumers = new HashMap<>();
        for (Flow flow : routes.flows()) {
            problems.collect(() -> id(flow, ids, scope));
            problems.collect(() -> consumer(flow, consumers));
        }
    }

    private static void id(Flow flow, Map<String, Flow> ids, Scope scope) {
        if (flow.id() == null || !IDENTIFIED.contains(flow.kind())) {
            return;
        }
        String at = Paths.join(flow.at(), "id");
        if (flow.id().startsWith(STAMPED)
                && scope.deployments()
                        .find(flow.id().substring(STAMPED.length()))
                        .isPresent()) {
            String problem = "the route id '" + flow.id() + "' belongs to a deployment's own route";
            throw flow.file().error(at, problem, "give the route another id");
        }
        Flow first = ids.putIfAbsent(flow.kind().equals("routeTemplate") + flow.id(), flow);
        if (first != null) {
            String where = first.file().place(Paths.join(first.at(), "id"));
            throw flow.file()
                    .error(at, "the id '" + flow.id() + "' is taken by " + where, "give one of the two another id");
        }
    }

    private static void consumer(Flow flow, Map<String, Flow> consumers) {
        EndpointUse from =
                flow.from().filter(use -> SINGLE.contains(use.scheme())).orElse(null);
        if (from == null || flow.kind().equals("kamelet") || flow.kind().equals("routeTemplate")) {
            return;
        }
        for (String name : names(from)) {
            Flow first = consumers.putIfAbsent(name, flow);
            if (first != null) {
                String where = first.file().place(first.from().orElseThrow().at());
                throw from.error(
                        name + " has a route already, in " + where, "name one of the two otherwise, or remove it");
            }
        }
    }

    /** What nobody else may consume from: of an address, each method by itself. */
    private static List<String> names(EndpointUse from) {
        String name = from.scheme() + ":" + from.name();
        if (!from.scheme().equals(HTTP)) {
            return List.of(name);
        }
        return Arrays.stream(from.parameters()
                        .getOrDefault("httpMethodRestrict", METHODS)
                        .split(","))
                .map(method -> name + " (" + method.strip() + ")")
                .toList();
    }
}
