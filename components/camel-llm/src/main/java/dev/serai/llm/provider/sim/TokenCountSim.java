/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Anthropic's count of the tokens of a request. */
final class TokenCountSim extends OperationSim {
    TokenCountSim(SimDialect chat) {
        super(chat, "/messages/count_tokens");
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        if (!call.headers().containsKey("anthropic-version")) {
            throw new SimRejection("anthropic-version", null, "header is required");
        }
        required(call, "model");
        JsonNode messages = required(call, "messages");
        if (call.body().has("max_tokens")) {
            throw new SimRejection("max_tokens", null, "Extra inputs are not permitted");
        }
        return prompt(
                call,
                PromptText.of(call.body().path("system"), messages, call.body().path("tools")));
    }

    /** Reported whatever the script says of usage: it is the answer. */
    @Override
    public ObjectNode result(SimCall call, Tokens usage, long seed) {
        int measured = PromptText.of(
                                call.body().path("system"),
                                call.body().path("messages"),
                                call.body().path("tools"))
                        .length()
                / 4;
        return SimJson.object().put("input_tokens", usage == null ? Math.max(1, measured) : usage.prompt());
    }
}
