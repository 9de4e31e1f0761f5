/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.nio.file.Path;

import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

import dev.serai.gateway.config.ConfigException;

/** A step of loading a file: what Camel throws in it becomes a {@link ConfigException} that names the file. */
@FunctionalInterface
interface LoadStep {
    void run() throws Exception;

    static Runnable of(RouteFile file, LoadStep step) {
        return of(file.path(), step);
    }

    static Runnable of(Path file, LoadStep step) {
        return () -> {
            try {
                step.run();
            } catch (Exception e) { // Camel's loaders throw whatever comes
                throw new ConfigException(file, line(e), 0, Causes.deepest(e), "correct it", e);
            }
        };
    }

    private static int line(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYamlEngineException marked
                    && marked.getProblemMark().isPresent()) {
                return marked.getProblemMark().get().getLine() + 1;
            }
        }
        return 0;
    }
}
