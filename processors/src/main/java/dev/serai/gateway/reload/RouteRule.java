/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.function.UnaryOperator;

import dev.serai.gateway.config.Texts;
import dev.serai.gateway.deployment.Deployments;

/** One rule that a set of route files must keep. Stateless; it looks at files only, never at a running context. */
interface RouteRule {
    /** Adds a problem for each breach that it finds. */
    void check(RouteSet routes, Scope scope, Problems problems);

    /** Whether what it says of a file holds whatever other files say. */
    default boolean standsAlone() {
        return false;
    }

    /**
     * What the files are checked against.
     *
     * @param texts        the files, prompts and schemas among them
     * @param deployments  those that will serve
     * @param placeholders resolves {@code {{…}}}, and throws where it can't
     */
    record Scope(Texts texts, Deployments deployments, UnaryOperator<String> placeholders) {
        /** The text with its placeholders resolved; as it is where they belong to a template and so have no value yet. */
        String resolve(String text) {
            if (!text.contains("{{")) {
                return text;
            }
            try {
                return placeholders.apply(text);
            } catch (RuntimeException e) { // whatever the property source throws
                return text;
            }
        }
    }
}
