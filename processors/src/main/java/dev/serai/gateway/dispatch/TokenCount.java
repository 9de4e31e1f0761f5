/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.List;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Selection;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.anthropic.AnthropicTokenCount;

/**
 * What the route that counts tokens calls, by the bean name {@code token-count}: which deployment is asked, and the estimate
 * where none can be, or its answer does not come. Thread-safe, stateless.
 */
@Component("token-count")
public final class TokenCount {
    private final AnthropicTokenCount form = new AnthropicTokenCount();
    private final Selection selection;

    /** How a count was answered: by a provider, or with an estimate. */
    private record Answered(boolean estimated) {}

    TokenCount(Selection selection) {
        this.selection = selection;
    }

    /** Puts the first of the task's deployments that can count for this caller into {@link AttemptsBean#DEPLOYMENT}. */
    public void begin(Exchange exchange) {
        Call call = Call.of(exchange);
        List<String> names =
                call.pinnedDeployment() == null ? call.task().deployments() : List.of(call.pinnedDeployment());
        exchange.removeProperty(AttemptsBean.DEPLOYMENT);
        try {
            exchange.setProperty(
                    AttemptsBean.DEPLOYMENT,
                    selection.choose(call, names).get(0).name());
        } catch (LlmException e) {
            // none can: the call's record has the reason of each
        }
    }

    /**
     * Leaves the provider's count as the body, or an estimate.
     *
     * @throws LlmException where the call itself has ended: its client has left, or its deadline has passed
     */
    public void conclude(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        if (call.cancellation().isCancelled()) {
            throw call.cancellation().reason();
        }
        boolean counted = exchange.getMessage().getBody() instanceof LlmResponse;
        call.part(Answered.class, () -> new Answered(!counted));
        if (!counted) {
            long tokens = PromptTokens.estimate(call.request().payload());
            byte[] body = Json.bytes(form.answer(tokens));
            exchange.getMessage().setBody(new LlmResponse(form.dialect(), body, null, null, null, null, null));
        }
    }

    /** Whether the answer is an estimate; null where the call is no count of tokens. */
    public static Boolean estimated(Call call) {
        Answered answered = call.part(Answered.class);
        return answered == null ? null : answered.estimated();
    }
}
