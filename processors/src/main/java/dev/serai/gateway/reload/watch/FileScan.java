/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.serai.gateway.config.Texts;

/** Reads what is to be in force: route files, and all below {@code config/} but the application's own settings. */
public final class FileScan {
    private FileScan() {}

    /**
     * The files as they are now.
     *
     * @param others further files that matter, such as a prompt that lies elsewhere
     * @throws UncheckedIOException where a folder cannot be read: nothing is known then
     */
    public static Texts now(Path serai, Set<Path> others) {
        Path home = serai.toAbsolutePath().normalize();
        Map<Path, String> texts = new HashMap<>();
        for (Path file : files(home.resolve("routes"))) {
            if (file.toString().matches(".*\\.ya?ml")) {
                read(file, texts);
            }
        }
        Path config = home.resolve("config");
        for (Path file : Files.isDirectory(config) ? files(config) : Set.<Path>of()) {
            if (!file.getFileName().toString().startsWith("application")) {
                read(file, texts);
            }
        }
        others.forEach(file -> read(file, texts));
        return Texts.of(home, texts);
    }

    private static void read(Path file, Map<Path, String> texts) {
        Texts.readNow(file).ifPresent(text -> texts.put(file, text));
    }

    /** But not what editors and mounted ConfigMaps keep beside them under names that begin with a dot. */
    private static Iterable<Path> files(Path folder) {
        try (Stream<Path> paths = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return paths.filter(path -> !("/" + folder.relativize(path)).contains("/."))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("there is no folder " + folder + ": is serai.home right?", e);
        }
    }
}
