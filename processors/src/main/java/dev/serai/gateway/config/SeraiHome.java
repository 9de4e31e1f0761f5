/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.nio.file.Path;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The folder that holds {@code routes/} and {@code config/}, and {@code data/} for what the gateway writes. */
@Component
public final class SeraiHome {
    private final Path path;

    SeraiHome(@Value("${serai.home}") String path) {
        this.path = Path.of(path).toAbsolutePath().normalize();
    }

    /** That of a folder, for who has no settings to read it from. */
    public static SeraiHome of(Path folder) {
        return new SeraiHome(folder.toString());
    }

    public Path path() {
        return path;
    }

    public Path config() {
        return path.resolve("config");
    }

    public Path data() {
        return path.resolve("data");
    }
}
