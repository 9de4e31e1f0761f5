/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Turns YAML nodes into JSON nodes, noting where each stands. Every scalar becomes text, since the record that is bound
 * says what type it wants: {@code region: no} stays Norway. For one file, not thread-safe.
 */
final class NodeReader {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Positions positions;
    private final UnaryOperator<String> placeholders;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    NodeReader(Positions positions, UnaryOperator<String> placeholders) {
        this.positions = positions;
        this.placeholders = placeholders;
    }

    JsonNode read(Node node, String path) {
        if (!seen.add(node)) {
            throw positions.error(path, "'" + path + "' is a YAML alias (*…)", "write the value out");
        }
        if (!node.getTag().startsWith(Tag.PREFIX)) {
            throw positions.error(path, "'" + path + "' has the YAML tag " + node.getTag(), "remove the tag");
        }
        return switch (node) {
            case MappingNode mapping -> mapping(mapping, path);
            case SequenceNode sequence -> sequence(sequence, path);
            case ScalarNode scalar -> scalar(scalar, path);
            default -> throw new IllegalStateException("unexpected YAML node " + node.getNodeId());
        };
    }

    private ObjectNode mapping(MappingNode mapping, String path) {
        ObjectNode object = JSON.objectNode();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = key(tuple.getKeyNode(), path);
            String keyPath = Paths.join(path, key);
            int earlier = object.has(key) ? positions.line(keyPath) : 0;
            positions.add(keyPath, tuple.getKeyNode().getStartMark());
            if (earlier > 0) {
                String problem = "duplicate key '" + keyPath + "', first given in line " + earlier;
                throw positions.error(keyPath, problem, "keep one of the two");
            }
            object.set(key, read(tuple.getValueNode(), keyPath));
        }
        return object;
    }

    private String key(Node node, String path) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        String keyPath = Paths.join(path, "(key)");
        positions.add(keyPath, node.getStartMark());
        throw positions.error(
                keyPath, "a key that is not plain text", "put a value with a placeholder in quotes: \"{{env:NAME}}\"");
    }

    private ArrayNode sequence(SequenceNode sequence, String path) {
        ArrayNode array = JSON.arrayNode();
        for (Node element : sequence.getValue()) {
            String elementPath = path + "[" + array.size() + "]";
            positions.add(elementPath, element.getStartMark());
            array.add(read(element, elementPath));
        }
        return array;
    }

    private JsonNode scalar(ScalarNode scalar, String path) {
        if (Tag.NULL.equals(scalar.getTag())) {
            throw positions.error(path, "'" + path + "' has no value", "give it one, or remove the key");
        }
        positions.written(path, scalar.getValue());
        return JSON.textNode(resolve(scalar.getValue(), path));
    }

    private String resolve(String text, String path) {
        if (!text.contains("{{")) {
            return text;
        }
        try {
            String resolved = placeholders.apply(text);
            return resolved == null ? "" : resolved;
        } catch (RuntimeException e) { // the caller's function: any property source or vault may be behind it
            String problem = "the placeholder in '" + path + "', " + text + ", cannot be resolved";
            throw positions.error(path, problem, "set it, or give a default: {{env:NAME:default}}", e);
        }
    }
}
