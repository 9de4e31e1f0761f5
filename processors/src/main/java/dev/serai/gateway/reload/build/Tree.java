/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.gateway.config.Paths;

/** Changes copies of what files say. Paths are those of {@link Paths}. */
final class Tree {
    private static final Pattern STEP = Pattern.compile("\\[(\\d+)]|([^.\\[]+)");

    private Tree() {}

    static JsonNode at(JsonNode root, String path) {
        JsonNode node = root;
        for (String step : steps(path)) {
            node = node.isArray() ? node.path(Integer.parseInt(step)) : node.path(step);
        }
        return node;
    }

    /** Replaces a text. */
    static void set(JsonNode root, String path, String text) {
        List<String> steps = steps(path);
        String last = steps.remove(steps.size() - 1);
        JsonNode parent = root;
        for (String step : steps) {
            parent = parent.isArray() ? parent.path(Integer.parseInt(step)) : parent.path(step);
        }
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(last), TextNode.valueOf(text));
        } else {
            ((ObjectNode) parent).put(last, text);
        }
    }

    /** Where a text stands, and nothing but it. */
    static Optional<String> find(JsonNode node, String at, String text) {
        if (node.isTextual()) {
            return node.asText().equals(text) ? Optional.of(at) : Optional.empty();
        }
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            Optional<String> found = find(node.get(index), at + "[" + index + "]", text);
            if (found.isPresent()) {
                return found;
            }
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            Optional<String> found = find(entry.getValue(), Paths.join(at, entry.getKey()), text);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Puts every text through a function. */
    static void replaceTexts(JsonNode node, UnaryOperator<String> change) {
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                if (entry.getValue().isTextual()) {
                    entry.setValue(
                            TextNode.valueOf(change.apply(entry.getValue().asText())));
                } else {
                    replaceTexts(entry.getValue(), change);
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (int index = 0; index < array.size(); index++) {
                if (array.get(index).isTextual()) {
                    array.set(
                            index,
                            TextNode.valueOf(change.apply(array.get(index).asText())));
                } else {
                    replaceTexts(array.get(index), change);
                }
            }
        }
    }

    private static List<String> steps(String path) {
        List<String> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(path);
        while (matcher.find()) {
            steps.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return steps;
    }
}
