/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Hashes;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.EndpointUses;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * The kamelets of a set of route files under names of their own: the name says the content, and that of the kamelets that it
 * uses in turn. So an edited kamelet stands beside what running routes were made of. For one thread.
 */
final class Kamelets {
    private final Map<String, Flow> byName = new HashMap<>();
    private final Map<String, String> ids = new HashMap<>();

    Kamelets(RouteSet routes) {
        for (Flow flow : routes.flows()) {
            if (flow.kind().equals("kamelet")) {
                byName.put(flow.id(), flow);
            }
        }
    }

    /** The name under which Camel has the kamelet in its present form. */
    String id(String name) {
        String known = ids.get(name);
        if (known == null) {
            StringBuilder content = new StringBuilder();
            for (String used : closure(Set.of(name))) {
                content.append(used).append('\0').append(byName.get(used).file().text());
            }
            known = name + "--k" + Hashes.shortHash(content.toString());
            ids.put(name, known);
        }
        return known;
    }

    /** Those kamelets, and those that they use. */
    Set<String> closure(Set<String> names) {
        Set<String> all = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(names);
        while (!open.isEmpty()) {
            String name = open.pop();
            if (byName.containsKey(name) && all.add(name)) {
                open.addAll(used(byName.get(name).file(), byName.get(name).body()));
            }
        }
        return all;
    }

    /** The kamelets that a piece of a file names. */
    Set<String> used(RouteFile file, JsonNode node) {
        Set<String> used = new LinkedHashSet<>();
        EndpointUses.in(file, node, "").stream()
                .filter(use -> use.scheme().equals("kamelet"))
                .map(RouteSet::kameletName)
                .filter(byName::containsKey)
                .forEach(used::add);
        return used;
    }

    /** The kamelet's file, to be loaded under its own name. */
    JsonNode script(String name) {
        Flow flow = byName.get(name);
        ObjectNode script = flow.file().root().deepCopy();
        ((ObjectNode) script.get("metadata")).put("name", id(name));
        ObjectNode spec = (ObjectNode) script.get("spec");
        // a route that it is used in gives it an id, and so does it for those that it uses
        spec.set("template", rename(flow.file(), spec.get("template"), "{{routeId}}"));
        return script;
    }

    /**
     * A copy of a piece of a file in which kamelets are called by their own names.
     *
     * @param routeId the id of the route that it is in: the routes that Camel makes of the kamelets begin with it
     */
    JsonNode rename(RouteFile file, JsonNode node, String routeId) {
        JsonNode copy = node.deepCopy();
        int[] count = new int[1];
        for (EndpointUse use : EndpointUses.in(file, node, "")) {
            if (use.scheme().equals("kamelet") && byName.containsKey(RouteSet.kameletName(use))) {
                String name = RouteSet.kameletName(use);
                String text = Tree.at(copy, use.at()).asText();
                // one that is made for each message has routes for all that it was, with ids that Camel gives
                String route = text.contains("${") ? "" : "/" + routeId + "-k" + ++count[0] + "-" + name;
                Tree.set(copy, use.at(), renamed(text, name, id(name) + route));
            }
        }
        return copy;
    }

    private static String renamed(String text, String name, String own) {
        Pattern call = Pattern.compile("(kamelet:(?://)?|^)" + Pattern.quote(name) + "(/[^?,]*)?(?=[?,]|$)");
        return call.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(own));
    }
}
