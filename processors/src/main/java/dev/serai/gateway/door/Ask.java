/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.RequestSummary;

/**
 * What a caller asks, read from its dialect as far as that is possible before the task is known. Immutable.
 *
 * @param model   the task, or a deployment for a caller with the pin permission
 * @param pin     the deployment named in {@code X-Serai-Deployment}, or null
 * @param payload the body as it came
 * @param tree    the body, parsed
 * @param summary null where the payload is only written once the task is known
 * @param headers those that the provider may see
 */
public record Ask(
        String model, String pin, byte[] payload, JsonNode tree, RequestSummary summary, Map<String, String> headers) {

    /** Of a payload that says in its field {@code model} what is asked; it is refused where it does not. */
    static Ask of(Inbound inbound, JsonNode tree, RequestSummary summary, Map<String, String> headers)
            throws LlmException {
        if (summary.model() == null) {
            throw LlmException.invalid("model", "The field 'model' is missing: set it to the name of a task.");
        }
        String pin = inbound.header().apply(Doors.PIN_HEADER);
        return new Ask(summary.model(), pin, inbound.body(), tree, summary, headers);
    }

    /** Never the body. */
    @Override
    public String toString() {
        return "Ask[" + model + "]";
    }
}
