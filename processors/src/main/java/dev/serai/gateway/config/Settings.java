/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

/**
 * The application's settings as a gateway that is started in a folder has them, for who starts no gateway: the process's own,
 * then {@code config/application.yaml}, then the shipped ones. Profiles and other places are not looked at.
 */
public final class Settings {
    private static final String FILE = "application.yaml";

    private Settings() {}

    /** Throws {@link ConfigException}. */
    public static ConfigurableEnvironment of(Path home) {
        StandardEnvironment environment = new StandardEnvironment();
        MutablePropertySources sources = environment.getPropertySources();
        for (Path file : new Path[] {home.resolve("config").resolve(FILE), home.resolve(FILE)}) {
            if (Files.isRegularFile(file)) {
                add(sources, file, new FileSystemResource(file));
            }
        }
        add(sources, Path.of(FILE), new ClassPathResource(FILE));
        sources.addLast(new MapPropertySource("serai-home", Map.of("serai.home", home.toString())));
        return environment;
    }

    private static void add(MutablePropertySources sources, Path file, Resource text) {
        try {
            new YamlPropertySourceLoader().load(file.toString(), text).forEach(sources::addLast);
        } catch (IOException | RuntimeException e) { // whatever the YAML parser makes of it
            String problem = String.valueOf(e.getMessage())
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
            throw new ConfigException(file, 0, 0, "is not valid YAML: " + problem, "correct it", e);
        }
    }
}
