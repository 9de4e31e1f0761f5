/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.function.UnaryOperator;

import dev.serai.gateway.config.Texts;
import dev.serai.gateway.deployment.Deployments;

/**
 * What the files are checked against.
 *
 * @param texts        the files, prompts and schemas among them
 * @param deployments  those that will serve
 * @param placeholders resolves {@code {{…}}}, and throws where it can't
 */
public record Scope(Texts texts, Deployments deployments, UnaryOperator<String> placeholders) {
    /** The text with its placeholders resolved; as it is where they belong to a template and so have no value yet. */
    public String resolve(String text) {
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
