/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * A YAML file of any shape as a tree that knows its lines. Every scalar in it is text. Duplicate keys, empty values, aliases
 * and tags are refused, and every refusal is a {@link ConfigException}. Not changed after it was read.
 */
public final class YamlTree {
    private static final String SYNTAX_FIX =
            "check indentation, colons and quotes here; a value with a placeholder is written in quotes: \"{{env:NAME}}\"";

    private final Positions positions;
    private final JsonNode root;

    private YamlTree(Positions positions, JsonNode root) {
        this.positions = positions;
        this.root = root;
    }

    /** Parses text that was read from that file; placeholders stay as they are written. */
    public static YamlTree parse(Path file, String text) {
        return parse(file, text, UnaryOperator.identity());
    }

    /** The text of a file, or a {@link ConfigException} that says why there is none. */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ConfigException(file, 0, 0, "does not exist", "create it, or take the example that Serai ships");
        } catch (IOException e) {
            throw new ConfigException(file, 0, 0, "cannot be read", "check that it is UTF-8 text and readable", e);
        }
    }

    /** The whole file; a missing node where it is empty. */
    public JsonNode root() {
        return root;
    }

    /** The line of a path such as {@code [0].route.from.steps[2].to}; of its nearest parent where the file lacks it. */
    public int line(String path) {
        return positions.line(path);
    }

    /** Whether the file has exactly this path. */
    public boolean has(String path) {
        return positions.has(path);
    }

    /** An error at that path: {@code file:line: problem — fix}. */
    public ConfigException error(String path, String problem, String fix) {
        return positions.error(path, problem, fix);
    }

    Positions positions() {
        return positions;
    }

    static YamlTree parse(Path file, String text, UnaryOperator<String> placeholders) {
        Positions positions = new Positions(file);
        Node node = compose(file, text);
        if (node == null) {
            return new YamlTree(positions, MissingNode.getInstance());
        }
        positions.add("", node.getStartMark());
        return new YamlTree(positions, new NodeReader(positions, placeholders).read(node, ""));
    }

    private static Node compose(Path file, String text) {
        try {
            return new Yaml(new LoaderOptions()).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            throw ConfigException.syntax(
                    file, mark.getLine() + 1, mark.getColumn() + 1, "not YAML: " + e.getProblem(), SYNTAX_FIX);
        } catch (ReaderException e) {
            String before = text.substring(0, Math.max(0, text.indexOf(e.getCodePoint())));
            int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
            throw new ConfigException(file, line, 1, "not YAML: a control character", "save it as plain UTF-8 text");
        } catch (YAMLException e) {
            throw new ConfigException(file, 0, 0, "not YAML: too large", "split it", e);
        }
    }
}
