/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import picocli.CommandLine.Option;

/** Which gateway a command speaks to, and as whom. The key is never an option: others could see it in the list of processes. */
final class Connection {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

    @Option(
            names = "--url",
            defaultValue = "${env:SERAI_URL:-http://localhost:8080}",
            description = "The gateway's address (default: SERAI_URL, or else http://localhost:8080).")
    private URI url;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "A file with the key of a caller with the permission admin (default: the key in SERAI_KEY, or else, for"
                            + " a gateway on this machine, data/first-run-key in the folder SERAI_HOME or in this one).")
    private Path keyFile;

    AdminApi open() {
        if (url.getHost() == null) {
            throw Failure.usage(url + " is no address: write e.g. https://serai.internal:8080", null);
        }
        return new AdminApi(url, key());
    }

    private String key() {
        String key = System.getenv("SERAI_KEY");
        if (keyFile == null && key != null && !key.isBlank()) {
            return key.strip();
        }
        Path file = keyFile != null ? keyFile : firstRunKey();
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw Failure.usage(
                    "the key of a caller with the permission admin is needed: put it into SERAI_KEY, or name its file with"
                            + " --key-file (" + file + " cannot be read)",
                    e);
        }
    }

    private Path firstRunKey() {
        if (!LOCAL.contains(url.getHost())) {
            throw Failure.usage(
                    "a key for " + url + " is needed: put it into SERAI_KEY, or name its file with --key-file", null);
        }
        String home = System.getenv("SERAI_HOME");
        return Path.of(home == null ? "." : home, "data/first-run-key");
    }
}
