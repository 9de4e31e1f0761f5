/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Makes Spring Boot look for its configuration below {@code serai.home} as it otherwise does below the working directory.
 * An explicit {@code spring.config.location} wins.
 */
final class HomeConfigLocation implements EnvironmentPostProcessor, Ordered {
    private static final String LOCATION = "spring.config.location";
    /** Before Boot's ConfigDataEnvironmentPostProcessor, which reads the location. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 5;

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String home = environment.getProperty("serai.home", ".");
        String locations =
                "optional:classpath:/;optional:classpath:/config/;optional:file:%s/;optional:file:%s/config/";
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "serai-home", Map.of("serai.home", home, LOCATION, locations.formatted(home, home))));
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
