/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** What Camel's loaders say of a file that they cannot take. */
final class LoadStep {
    private LoadStep() {}

    /** The line that a failure names, or 0. */
    static int line(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYamlEngineException marked
                    && marked.getProblemMark().isPresent()) {
                return marked.getProblemMark().get().getLine() + 1;
            }
        }
        return 0;
    }
}
