/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The texts of files as they were at one moment, so that whatever is made of them is made of the same. A file that was not
 * read then is read when it is asked for, once. Thread-safe; two are equal that were read with the same result.
 */
public final class Texts {
    /** Stands for a file that is there and cannot be read as UTF-8 text: no file can have it, since it is no text. */
    private static final String UNREADABLE = "\uDC00";

    private final Path home;
    private final SortedMap<Path, String> texts;
    private final Map<Path, Optional<String>> others = new ConcurrentHashMap<>();

    /** @param texts by absolute path; each file below {@code routes/} and {@code config/} that is not here does not exist */
    private Texts(Path home, SortedMap<Path, String> texts) {
        this.home = home.toAbsolutePath().normalize();
        this.texts = texts;
    }

    /** None read yet: each is read when it is asked for. */
    public static Texts onDisk(Path home) {
        return new Texts(home, null);
    }

    /** Those, and of the folders {@code routes/} and {@code config/} no others. */
    public static Texts of(Path home, Map<Path, String> texts) {
        return new Texts(home, new TreeMap<>(texts));
    }

    /** What a file says now, for {@link #of}; none where it is gone. */
    public static Optional<String> readNow(Path file) {
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Files.isRegularFile(file) ? Optional.of(UNREADABLE) : Optional.empty();
        }
    }

    /** The same with some files changed; null as a text takes a file away. */
    public Texts with(Map<Path, String> changes) {
        SortedMap<Path, String> changed = new TreeMap<>(texts == null ? Map.of() : texts);
        changes.forEach((file, text) -> {
            if (text == null) {
                changed.remove(file);
            } else {
                changed.put(file, text);
            }
        });
        Texts copy = new Texts(home, changed);
        copy.others.putAll(others);
        changes.keySet().forEach(copy.others::remove);
        return copy;
    }

    public Path home() {
        return home;
    }

    /** Those that were read when this was made, by absolute path. */
    public SortedMap<Path, String> all() {
        return texts == null ? new TreeMap<>() : texts;
    }

    /** The text of a file, none where it does not exist; throws {@link UncheckedIOException} where it cannot be read. */
    public Optional<String> find(Path path) {
        Path file = path.toAbsolutePath().normalize();
        Optional<String> text = Optional.ofNullable(all().get(file));
        if (text.isEmpty() && !isCovered(file)) {
            text = others.computeIfAbsent(file, Texts::readNow);
        }
        if (text.isPresent() && text.get().equals(UNREADABLE)) {
            throw new UncheckedIOException(new IOException(file + " is not readable as UTF-8 text"));
        }
        return text;
    }

    /** The text of a file that has to be there, or a {@link ConfigException}. */
    public String get(Path file) {
        try {
            return find(file)
                    .orElseThrow(() -> new ConfigException(
                            file, 0, 0, "does not exist", "create it, or take the example that Serai ships"));
        } catch (UncheckedIOException e) {
            throw new ConfigException(file, 0, 0, "cannot be read", "check that it is UTF-8 text and readable", e);
        }
    }

    private boolean isCovered(Path file) {
        return texts != null && (file.startsWith(home.resolve("routes")) || file.startsWith(home.resolve("config")));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Texts that && home.equals(that.home) && all().equals(that.all());
    }

    @Override
    public int hashCode() {
        return all().hashCode();
    }
}
