/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.deployment.Tariff;
import dev.serai.gateway.deployment.TokenEstimate;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/**
 * What the pattern {@code by-cost} calls: the deployments in the order of what they would charge for the call in hand.
 * Thread-safe, stateless.
 */
@Component("cost")
public final class CostBean {
    private final Selection selection;
    private final Tariff tariff;

    CostBean(Selection selection, Tariff tariff) {
        this.selection = selection;
        this.tariff = tariff;
    }

    /**
     * Chooses those of the named deployments that may serve the call, the cheapest first; of equal ones the first named, and
     * those whose price is not known last.
     *
     * @param answerTokens how long an answer is taken to be, unless the request allows less
     */
    public void order(Exchange exchange, String names, long answerTokens) throws LlmException {
        Call call = Call.of(exchange);
        Integer asked = call.summary().maxOutputTokens();
        Usage expected = new Usage(
                TokenEstimate.ofChars(call.summary().promptChars()),
                0,
                0,
                asked == null ? answerTokens : Math.min(asked, answerTokens),
                0);
        List<Deployment> cheapest = AttemptsBean.eligible(selection, call, names).stream()
                .map(deployment -> new Priced(deployment, tariff.cost(deployment, expected)))
                .sorted(Comparator.comparing(Priced::orLast))
                .map(Priced::deployment)
                .toList();
        call.because("by cost");
        AttemptsBean.choose(exchange, cheapest);
    }

    private record Priced(Deployment deployment, Optional<BigDecimal> cost) {
        BigDecimal orLast() {
            return cost.orElse(BigDecimal.valueOf(Long.MAX_VALUE));
        }
    }
}
