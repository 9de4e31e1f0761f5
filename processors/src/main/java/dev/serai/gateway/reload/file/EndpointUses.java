/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.file;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.camel.util.URISupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Paths;

/** Finds every endpoint that a piece of a route file names. For one piece by one thread. */
public final class EndpointUses {
    private static final Pattern URI =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?://)?([^?]*)(?:\\?(.*))?", Pattern.DOTALL);
    private static final Pattern NEXT_RECIPIENT = Pattern.compile(",(?=\\s*[A-Za-z][A-Za-z0-9+.-]*:)");

    /** Keys whose text is an endpoint, and {@code uri} below them. */
    private static final Set<String> SENDERS = Set.of(
            "to",
            "toD",
            "wireTap",
            "from",
            "poll",
            "interceptFrom",
            "interceptSendToEndpoint",
            "afterUri",
            "deadLetterUri",
            "compensation",
            "completion");

    /** Keys whose URI is made for each message. */
    private static final Set<String> COMPUTING = Set.of("toD", "wireTap", "poll");

    /** Keys whose expression makes URIs. */
    private static final Set<String> EXPRESSIONS =
            Set.of("recipientList", "routingSlip", "dynamicRouter", "enrich", "pollEnrich");

    private final RouteFile file;
    private final List<EndpointUse> found = new ArrayList<>();

    private EndpointUses(RouteFile file) {
        this.file = file;
    }

    public static List<EndpointUse> in(RouteFile file, JsonNode node, String at) {
        EndpointUses uses = new EndpointUses(file);
        uses.visit(node, at);
        return List.copyOf(uses.found);
    }

    private void visit(JsonNode node, String at) {
        if (node.isArray()) {
            for (int index = 0; index < node.size(); index++) {
                visit(node.get(index), at + "[" + index + "]");
            }
        }
        node.properties().forEach(entry -> entry(entry.getKey(), entry.getValue(), Paths.join(at, entry.getKey())));
    }

    private void entry(String key, JsonNode value, String at) {
        if (SENDERS.contains(key)) {
            sender(key, value, at);
        } else if (EXPRESSIONS.contains(key)) {
            expression(key, value, at);
        } else if (key.equals("kamelet")) {
            kamelet(value, at);
        }
        if (!key.equals("parameters")) {
            visit(value, at);
        }
    }

    private void sender(String key, JsonNode value, String at) {
        boolean computed = COMPUTING.contains(key);
        if (value.isTextual()) {
            add(key, value.asText(), at, Map.of(), at, computed);
        } else if (value.path("uri").isTextual()) {
            computed &= !value.path("dynamicUri").asText().equals("false");
            String parametersAt = Paths.join(at, "parameters");
            add(key, value.get("uri").asText(), Paths.join(at, "uri"), texts(value), parametersAt, computed);
        }
    }

    private void kamelet(JsonNode value, String at) {
        if (value.isTextual()) {
            add("kamelet", "kamelet:" + value.asText(), at, Map.of(), at, false);
        } else if (value.path("name").isTextual()) {
            String uri = "kamelet:" + value.get("name").asText();
            add("kamelet", uri, Paths.join(at, "name"), texts(value), Paths.join(at, "parameters"), false);
        }
    }

    /** Constants and templates are read; what only the message knows has no scheme; a bean is trusted to know its own. */
    private void expression(String key, JsonNode value, String at) {
        if (value.isTextual()) {
            recipients(key, value.asText(), at);
            return;
        }
        boolean nested = value.path("expression").isObject();
        JsonNode holder = nested ? value.get("expression") : value;
        String holderAt = nested ? Paths.join(at, "expression") : at;
        for (String language : List.of("constant", "simple")) {
            JsonNode text = holder.path(language);
            if (!text.isMissingNode()) {
                JsonNode inner = text.isObject() ? text.path("expression") : text;
                recipients(key, inner.asText(), Paths.join(holderAt, language));
                return;
            }
        }
        if (!holder.has("method")) {
            recipients(key, "", at);
        }
    }

    private void recipients(String key, String text, String at) {
        for (String recipient : NEXT_RECIPIENT.split(text)) {
            add(key, recipient.strip(), at, Map.of(), at, true);
        }
    }

    private void add(
            String eip, String uri, String at, Map<String, String> below, String parametersAt, boolean computed) {
        Matcher matcher = URI.matcher(uri);
        if (!matcher.matches()) {
            found.add(new EndpointUse(file, at, eip, "", uri, below, parametersAt, computed));
            return;
        }
        Map<String, String> parameters = query(matcher.group(3), at);
        parameters.putAll(below);
        found.add(
                new EndpointUse(file, at, eip, matcher.group(1), matcher.group(2), parameters, parametersAt, computed));
    }

    private Map<String, String> query(String query, String at) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (query != null) {
            try {
                URISupport.parseQuery(query).forEach((key, value) -> parameters.put(key, String.valueOf(value)));
            } catch (URISyntaxException e) {
                throw file.error(
                        at, "the parameters behind '?' cannot be read", "write them below 'parameters:', one a line");
            }
        }
        return parameters;
    }

    private static Map<String, String> texts(JsonNode holder) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (holder.path("parameters") instanceof ObjectNode parameters) {
            parameters
                    .properties()
                    .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        }
        return texts;
    }
}
