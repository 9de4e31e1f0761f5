/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.nio.file.Path;

import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;

/** The rules for route files. */
@Component
final class RouteFileCheck {
    void check(CamelContext camel, Path file) {}

    ConfigException explain(Path file, Exception failure) {
        return new ConfigException(file, 0, 0, DeploymentUri.problem(failure), "correct it", failure);
    }
}
