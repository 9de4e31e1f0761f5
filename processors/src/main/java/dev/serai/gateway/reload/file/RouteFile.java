/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.file;

import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.YamlTree;

/**
 * A file below {@code routes/} as it was when it was read. Immutable.
 *
 * @param path    where it lies
 * @param text    as it is written
 * @param tree    what it says
 */
public record RouteFile(Path path, String text, YamlTree tree) {
    private static final String KAMELET = ".kamelet.yaml";

    /** Reads a file, or throws {@link ConfigException}. */
    public static RouteFile read(Path path) {
        return of(path, YamlTree.text(path));
    }

    /** Parses text that was read from that file, or throws {@link ConfigException}. */
    public static RouteFile of(Path path, String text) {
        return new RouteFile(path, text, YamlTree.parse(path, text));
    }

    public boolean isKamelet() {
        return path.toString().endsWith(KAMELET);
    }

    /** The file name without what makes it a kamelet. */
    public String kameletName() {
        String name = path.getFileName().toString();
        return name.substring(0, name.length() - KAMELET.length());
    }

    public JsonNode root() {
        return tree.root();
    }

    /** Whether the file has exactly this path. */
    public boolean has(String at) {
        return tree.has(at);
    }

    /** An error at a path of this file. */
    public ConfigException error(String at, String problem, String fix) {
        return tree.error(at, problem, fix);
    }

    /** {@code file:line} of a path of this file, for errors that point here from elsewhere. */
    public String place(String at) {
        return path + ":" + tree.line(at);
    }
}
