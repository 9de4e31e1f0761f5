/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.yaml.snakeyaml.error.Mark;

/**
 * Where each value of one file stands, by its path, e.g. {@code deployments.gpt-mini.dataClasses[1]}, and how a scalar is
 * written there. Filled while the file is read, then only looked at.
 */
final class Positions {
    private record Position(int line, int column, String text) {}

    private static final Position WHOLE_FILE = new Position(0, 0, null);

    private final Path file;
    private final Map<String, Position> positions = new HashMap<>();

    Positions(Path file) {
        this.file = file;
    }

    void add(String path, Mark mark) {
        positions.put(path, new Position(mark.getLine() + 1, mark.getColumn() + 1, null));
    }

    /** Keeps how the scalar at a path already added is written, placeholders unresolved. */
    void written(String path, String text) {
        positions.computeIfPresent(path, (key, at) -> new Position(at.line(), at.column(), text));
    }

    /** What {@code heir} doesn't say itself stands where {@code origin} says it. */
    void inherit(String heir, String origin) {
        Map<String, Position> inherited = new HashMap<>();
        positions.forEach((path, at) -> {
            if (path.startsWith(origin + ".")) {
                inherited.put(heir + path.substring(origin.length()), at);
            }
        });
        inherited.forEach(positions::putIfAbsent);
    }

    boolean has(String path) {
        return positions.containsKey(path);
    }

    int line(String path) {
        return nearest(path).line();
    }

    /** The scalar as it is written at exactly this path, or null. */
    String text(String path) {
        Position at = positions.get(path);
        return at == null ? null : at.text();
    }

    ConfigException error(String path, String problem, String fix) {
        return error(path, problem, fix, null);
    }

    ConfigException error(String path, String problem, String fix, Throwable cause) {
        Position at = nearest(path);
        return new ConfigException(file, at.line(), at.column(), problem, fix, cause);
    }

    private Position nearest(String path) {
        String candidate = path;
        while (!candidate.isEmpty()) {
            Position at = positions.get(candidate);
            if (at != null) {
                return at;
            }
            candidate = candidate.substring(
                    0, Math.max(0, Math.max(candidate.lastIndexOf('.'), candidate.lastIndexOf('['))));
        }
        return positions.getOrDefault("", WHOLE_FILE);
    }
}
