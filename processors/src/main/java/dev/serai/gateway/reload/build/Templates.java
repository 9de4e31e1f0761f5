/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.edition.RouteStamps.Stamp;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * The route templates of a set of files. A route is stamped by writing the parameters into a copy, so that what Camel gets
 * is a route like any other. Immutable.
 */
final class Templates {
    private final Map<String, Flow> byId = new LinkedHashMap<>();

    Templates(RouteSet routes) {
        for (Flow flow : routes.flows()) {
            if (flow.kind().equals("routeTemplate")) {
                byId.put(flow.id(), flow);
            }
        }
    }

    /** A template, or a {@link ConfigException} that says that it is gone. */
    Flow find(String id) {
        Flow template = byId.get(id);
        if (template == null) {
            throw new ConfigException(
                    Path.of("routes"),
                    0,
                    0,
                    "no file has the routeTemplate '" + id + "', which the gateway needs",
                    "put it back");
        }
        return template;
    }

    ObjectNode stamp(Stamp stamp) {
        Flow template = find(stamp.template());
        return stamp(template, template.file(), template.at(), stamp.parameters())
                .put("id", stamp.id());
    }

    /** The route that an entry {@code templatedRoute} asks for. */
    ObjectNode stamp(RouteFile file, JsonNode templated) {
        String reference = templated.path("routeTemplateRef").asText();
        Flow template = byId.get(reference);
        if (template == null) {
            throw file.error("", "there is no routeTemplate '" + reference + "'", "name one that a file has");
        }
        Map<String, String> parameters = new HashMap<>();
        templated
                .path("parameters")
                .forEach(parameter -> parameters.put(
                        parameter.path("name").asText(), parameter.path("value").asText()));
        ObjectNode route = stamp(template, file, "", parameters);
        if (templated.has("routeId")) {
            route.put("id", templated.get("routeId").asText());
        } else {
            route.remove("id");
        }
        return route;
    }

    private static ObjectNode stamp(Flow template, RouteFile file, String at, Map<String, String> given) {
        JsonNode body = template.body();
        if (body.has("beans")) {
            throw template.file()
                    .error(
                            template.at(),
                            "a template cannot have beans of its own here",
                            "put them into an entry 'beans:'");
        }
        ObjectNode route = body.has("route")
                ? body.get("route").deepCopy()
                : JsonNodeFactory.instance
                        .objectNode()
                        .set("from", body.path("from").deepCopy());
        Map<String, String> values = new HashMap<>(given);
        for (JsonNode parameter : body.path("parameters")) {
            String name = parameter.path("name").asText();
            if (parameter.has("defaultValue")) {
                values.putIfAbsent(name, parameter.get("defaultValue").asText());
            } else if (!values.containsKey(name)
                    && !parameter.path("required").asText().equals("false")) {
                throw file.error(
                        at, "the template '" + template.id() + "' needs the parameter '" + name + "'", "add it");
            }
        }
        Tree.replaceTexts(route, text -> filled(text, values));
        return route;
    }

    private static String filled(String text, Map<String, String> values) {
        String filled = text;
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace("{{" + value.getKey() + "}}", value.getValue());
        }
        return filled;
    }
}
