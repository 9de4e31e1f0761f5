/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.NoSuchEndpointException;
import org.apache.camel.ResolveEndpointFailedException;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.edition.Unit;
import dev.serai.gateway.reload.check.Causes;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * Finds the line of a route that the rules let pass and Camel could not build: an endpoint's option that doesn't exist, a
 * bean that nobody has. Camel's own word for the place is often missing. Stateless.
 */
final class RouteFailures {
    private static final Pattern ENDPOINT = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?://)?([^?\\]]*)");

    private static final Pattern NO_BEAN = Pattern.compile("No bean could be found in the registry for: (\\S+)");

    /** What the deployer has added to a name: a unit's number, or a kamelet's hash and the id of a route of its own. */
    private static final Pattern OWN = Pattern.compile("--(k[0-9a-f]+(/[^?]*)?|\\d+)(?=\\?|$)");

    private RouteFailures() {}

    /** What is wrong and where; none where the failure isn't a route's. */
    static Optional<ConfigException> explain(RouteSet routes, Throwable failure) {
        String id = routeId(failure);
        return id == null ? Optional.empty() : Optional.of(explain(routes, failure, Unit.authorsId(id)));
    }

    private static ConfigException explain(RouteSet routes, Throwable failure, String id) {
        String problem = "the route '" + id + "' cannot be built: " + Causes.deepest(failure);
        String fix = "correct it; Camel's documentation has a page for each component and EIP";
        List<Flow> suspects = new ArrayList<>(
                routes.flows().stream().filter(flow -> id.equals(flow.id())).toList());
        Optional<ConfigException> bean = bean(suspects, routes, failure, problem, fix);
        if (bean.isPresent()) {
            return bean.get();
        }
        Optional<EndpointUse> endpoint = endpoint(suspects, failure).or(() -> endpoint(routes.flows(), failure));
        if (endpoint.isPresent()) {
            return endpoint.get().error(problem, fix);
        }
        return suspects.isEmpty()
                ? new ConfigException(Path.of("routes"), 0, 0, problem, fix, failure)
                : suspects.get(0).file().error(suspects.get(0).at(), problem, fix);
    }

    /** The place that names a bean which is not there: in the route, or else in a kamelet that it may use. */
    private static Optional<ConfigException> bean(
            List<Flow> suspects, RouteSet routes, Throwable failure, String problem, String fix) {
        Matcher missing = NO_BEAN.matcher(Causes.deepest(failure));
        if (!missing.find()) {
            return Optional.empty();
        }
        List<Flow> flows = new ArrayList<>(suspects);
        routes.flows().stream().filter(flow -> flow.kind().equals("kamelet")).forEach(flows::add);
        for (Flow flow : flows) {
            Optional<String> at = Tree.find(flow.body(), flow.at(), missing.group(1));
            if (at.isPresent()) {
                return Optional.of(flow.file().error(at.get(), problem, fix));
            }
        }
        return Optional.empty();
    }

    private static Optional<EndpointUse> endpoint(List<Flow> flows, Throwable failure) {
        Matcher uri = ENDPOINT.matcher(OWN.matcher(uri(failure)).replaceAll(""));
        if (!uri.find()) {
            return Optional.empty();
        }
        return flows.stream()
                .flatMap(flow -> flow.uses().stream())
                .filter(use -> use.scheme().equals(uri.group(1)) && use.name().equals(uri.group(2)))
                .findFirst();
    }

    private static String routeId(Throwable failure) {
        String id = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FailedToCreateRouteException creation) {
                id = creation.getRouteId();
            } else if (cause instanceof FailedToStartRouteException start) {
                id = start.getRouteId();
            }
        }
        return id;
    }

    /** The endpoint that could not be made; empty where it was something else. */
    private static String uri(Throwable failure) {
        String uri = "";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ResolveEndpointFailedException endpoint) {
                uri = endpoint.getUri();
            } else if (cause instanceof NoSuchEndpointException endpoint) {
                uri = endpoint.getUri();
            }
        }
        return uri;
    }
}
