/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.PromptSize;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.price.PriceTable;
import dev.serai.gateway.ledger.price.Prices;
import dev.serai.gateway.ledger.price.Rates;
import dev.serai.llm.Operation;
import dev.serai.llm.Usage;

/** Reckons what an attempt may cost: its prompt, and an answer as long as answers there can be expected to be. Thread-safe. */
@Component
final class Quotes {
    private static final Usage A_MILLION_OF_EACH = new Usage(1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000);
    private static final String CACHED = "prompt_cache";

    private final Prices prices;
    private final OutputLengths lengths;
    private final FundsSettings settings;

    Quotes(Prices prices, OutputLengths lengths, FundsSettings settings) {
        this.prices = prices;
        this.lengths = lengths;
        this.settings = settings;
    }

    Quote of(Call call, Deployment deployment) {
        PriceTable table = prices.current();
        Optional<Rates> known = table.rates(deployment.price(), LocalDate.ofInstant(call.arrived(), ZoneOffset.UTC));
        Rates rates = known.orElseGet(settings::unknownPrice);
        Usd most = isFree(rates) ? Usd.ZERO : Usd.of(rates.cost(expected(call, deployment)));
        return new Quote(deployment.name(), rates, known.isPresent() ? table.version() : null, most);
    }

    private static boolean isFree(Rates rates) {
        return rates.cost(A_MILLION_OF_EACH).signum() == 0;
    }

    private Usage expected(Call call, Deployment deployment) {
        long input = withHeadroom(PromptSize.tokens(call));
        long output = call.request().operation() == Operation.EMBEDDINGS ? 0 : output(call, deployment);
        // writing to a cache costs more than reading the prompt, where a provider charges for it
        return call.summary().features().contains(CACHED)
                ? new Usage(0, 0, input, output, 0)
                : new Usage(input, 0, 0, output, 0);
    }

    private long output(Call call, Deployment deployment) {
        long most = Math.min(deployment.maxOutputTokens(), settings.mostOutput());
        Integer asked = call.summary().maxOutputTokens();
        Integer allowed = call.request().limits().maxOutputTokens();
        most = asked == null ? most : Math.min(most, asked);
        most = allowed == null ? most : Math.min(most, allowed);
        OptionalLong usual = lengths.usualMost(call, deployment);
        most = usual.isEmpty() ? most : Math.min(most, withHeadroom(usual.getAsLong()));
        return Math.multiplyExact(most, PromptSize.answers(call));
    }

    private long withHeadroom(long tokens) {
        return (long) Math.ceil(tokens * settings.headroom());
    }
}
