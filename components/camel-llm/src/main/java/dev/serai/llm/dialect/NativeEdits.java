/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.LlmException;

/**
 * The only changes made to a payload that passes through: null leaves what is there.
 *
 * @param model           the deployment's model
 * @param maxOutputTokens upper bound; a smaller value in the payload stays
 * @param maxTokensField  the field to write the bound into where the payload has none, e.g. {@code max_completion_tokens}
 * @param temperature     fixed by the task
 * @param reasoningEffort fixed by the task
 * @param stream          the answer is a stream: ask for usage in it where the dialect needs to be asked
 */
public record NativeEdits(
        String model,
        Integer maxOutputTokens,
        String maxTokensField,
        Double temperature,
        String reasoningEffort,
        boolean stream) {
    /** Makes those that have a place of the same name in most dialects: the model, the bound and the temperature. */
    public void apply(JsonSplice splice, String maxTokens) throws LlmException {
        if (model != null) {
            splice.set("model", TextNode.valueOf(model));
        }
        if (maxOutputTokens != null) {
            JsonNode own = splice.get(maxTokens);
            if (own == null || own.asLong() > maxOutputTokens) {
                splice.set(maxTokens, IntNode.valueOf(maxOutputTokens));
            }
        }
        if (temperature != null) {
            splice.set("temperature", DoubleNode.valueOf(temperature));
        }
    }
}
