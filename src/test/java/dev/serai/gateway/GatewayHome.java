/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A temporary serai.home: a copy of the repository's own routes/ and config/, with a test's files laid over it. */
final class GatewayHome {
    static final String DEPLOYMENTS = "config/deployments.yaml";

    private GatewayHome() {}

    /**
     * Makes one.
     *
     * @param files contents by path below home, e.g. {@code config/deployments.yaml}
     */
    static Path make(Map<String, String> files) {
        try {
            Path home = Files.createTempDirectory("serai-home-");
            for (String folder : List.of("routes", "config")) {
                copy(repository().resolve(folder), home.resolve(folder));
            }
            Files.writeString(home.resolve(DEPLOYMENTS), withoutProviderKeys(home));
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = home.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path home) {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The nearest folder, from the working directory upward, that has routes/gateway.yaml. */
    static Path repository() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("routes/gateway.yaml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder above the working directory has routes/gateway.yaml");
    }

    /** The deployments of a home: a key in the environment of whoever runs the tests would call a real provider. */
    static String withoutProviderKeys(Path home) throws IOException {
        return Files.readString(home.resolve(DEPLOYMENTS)).replaceAll("\\{\\{env:[A-Z_]+:\\}\\}", "");
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
