/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Markdown page of the repository, as far as tests look at it. */
record Page(Path file, String text) {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(#[^)]*)?\\)");
    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| `([^`]+)` \\|");
    private static final Pattern REPOSITORY_PATH = Pattern.compile(
            "(?<![\\w/.{-])((?:routes|config|components|processors|docs|src|\\.ci)/[\\w./-]*[\\w/]|README\\.md|pom\\.xml)");

    static Page read(String file) throws IOException {
        return new Page(Path.of(file), Files.readString(Path.of(file)));
    }

    /** All pages: the README, and docs/. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        pages.add(read("README.md"));
        try (var files = Files.list(Path.of("docs"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
                pages.add(read(file.toString()));
            }
        }
        return pages;
    }

    /** The fenced blocks of a language. */
    List<String> blocks(String language) {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    /** The block of a language that has this text in it. */
    String block(String language, String part) {
        return blocks(language).stream()
                .filter(block -> block.contains(part))
                .findFirst()
                .orElseThrow(() -> new AssertionError(file + " has no block of " + language + " with " + part));
    }

    /** What the first cells of its tables name. */
    Set<String> named() {
        Set<String> names = new TreeSet<>();
        Matcher matcher = FIRST_CELL.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** The files that it links to or names. */
    Set<Path> files() {
        Set<Path> files = new TreeSet<>();
        Matcher links = LINK.matcher(text);
        while (links.find()) {
            if (!links.group(1).contains("://")) {
                files.add(file.resolveSibling(links.group(1)).normalize());
            }
        }
        Matcher paths = REPOSITORY_PATH.matcher(text.replaceAll("]\\([^)]*\\)", "]"));
        while (paths.find()) {
            if (!paths.group(1).contains("/target/")) {
                files.add(Path.of(paths.group(1)));
            }
        }
        return files;
    }
}
