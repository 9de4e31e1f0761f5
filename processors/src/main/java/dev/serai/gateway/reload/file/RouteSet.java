/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.file;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Paths;

/** All route files that are to serve together, and what follows from one another. Immutable; their shape has been checked. */
public final class RouteSet {
    private static final Set<String> CALLED_BY_NAME = Set.of("direct", "seda");

    private final List<RouteFile> files;
    private final List<Flow> flows = new ArrayList<>();
    private final Map<String, Kamelet> kamelets = new LinkedHashMap<>();

    public RouteSet(List<RouteFile> files) {
        this.files = List.copyOf(files);
        for (RouteFile file : files) {
            if (file.isKamelet()) {
                addKamelet(file);
            } else {
                addEntries(file);
            }
        }
    }

    public List<RouteFile> files() {
        return files;
    }

    public List<Flow> flows() {
        return Collections.unmodifiableList(flows);
    }

    public List<Flow> tasks() {
        return flows.stream().filter(flow -> flow.consumes("task")).toList();
    }

    public Set<String> kameletNames() {
        return kamelets.keySet();
    }

    /** The kamelet that an endpoint calls; {@code kamelet:name/route-id} is the one of that name. */
    public Optional<Kamelet> kamelet(EndpointUse use) {
        return use.scheme().equals("kamelet") ? Optional.ofNullable(kamelets.get(kameletName(use))) : Optional.empty();
    }

    public static String kameletName(EndpointUse use) {
        int slash = use.name().indexOf('/');
        return slash < 0 ? use.name() : use.name().substring(0, slash);
    }

    /** A flow and all that its calls lead to inside of the gateway, kamelets included, but not other tasks. */
    public List<Flow> reach(Flow start) {
        Set<Flow> reached = new LinkedHashSet<>(List.of(start));
        Deque<Flow> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (EndpointUse call : open.pop().calls()) {
                flows.stream()
                        .filter(flow -> isCalled(flow, call))
                        .filter(reached::add)
                        .forEach(open::add);
            }
        }
        return List.copyOf(reached);
    }

    private static boolean isCalled(Flow flow, EndpointUse call) {
        if (call.scheme().equals("kamelet")) {
            return flow.kind().equals("kamelet") && kameletName(call).equals(flow.id());
        }
        return CALLED_BY_NAME.contains(call.scheme())
                && flow.from()
                        .filter(from -> from.scheme().equals(call.scheme())
                                && from.name().equals(call.name()))
                        .isPresent();
    }

    private void addEntries(RouteFile file) {
        for (int index = 0; index < file.root().size(); index++) {
            JsonNode entry = file.root().get(index);
            String at = "[" + index + "]";
            entry.properties()
                    .forEach(property -> flows.add(new Flow(
                            file,
                            Paths.join(at, property.getKey()),
                            property.getKey(),
                            property.getValue().path("id").asText(null),
                            property.getValue(),
                            EndpointUses.in(file, entry, at))));
        }
    }

    private void addKamelet(RouteFile file) {
        String at = "spec.template";
        JsonNode template = file.root().path("spec").path("template");
        String name = file.kameletName();
        flows.add(new Flow(file, at, "kamelet", name, template, EndpointUses.in(file, template, at)));
        JsonNode definition = file.root().path("spec").path("definition");
        Map<String, JsonNode> properties = definition.path("properties").properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        Set<String> required = StreamSupport.stream(definition.path("required").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        kamelets.put(name, new Kamelet(name, required, properties));
    }
}
