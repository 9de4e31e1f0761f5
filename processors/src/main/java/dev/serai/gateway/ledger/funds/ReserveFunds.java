/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Affordable;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.DropReason;
import dev.serai.gateway.deployment.Eligibility.Drop;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.PromptSize;
import dev.serai.gateway.door.Ask;
import dev.serai.gateway.door.ReadRequest;
import dev.serai.gateway.ledger.Decision;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;

/**
 * Holds what the deployment may cost that a call's task asks first, or refuses the call: a stream's headers are not written
 * yet. Where there is not enough for that one, and the task allows it, the call is left with cheaper ones. Thread-safe.
 */
@Component("reserve")
final class ReserveFunds implements Processor {
    private static final Drop TOO_DEAR = new Drop(DropReason.INSUFFICIENT_FUNDS, null);

    private final Selection selection;
    private final Funds funds;
    private final List<FundsListener> listeners;

    ReserveFunds(Selection selection, Funds funds, List<FundsListener> listeners) {
        this.selection = selection;
        this.funds = funds;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        if (call.request().operation() == Operation.COUNT_TOKENS) {
            return;
        }
        PromptSize.of(call, exchange.getProperty(ReadRequest.ASK, Ask.class).tree());
        String pin = call.pinnedDeployment();
        List<Deployment> eligible =
                selection.preview(call, pin == null ? call.task().deployments() : List.of(pin));
        if (eligible.isEmpty()) {
            // the task's route finds that out too, and says why
            return;
        }
        if (funds.hold(call, eligible.get(0)) instanceof Decision.Short lack) {
            LlmException refusal = Shortage.refusal(lack, Instant.now());
            boolean mayDowngrade = call.task().contract().mayDowngrade();
            if (!mayDowngrade || !downgrade(call, eligible, lack, refusal)) {
                (mayDowngrade ? eligible : eligible.subList(0, 1)).forEach(d -> selection.drop(call, d, TOO_DEAR));
                throw refusal;
            }
        }
    }

    /** Leaves the call with what there is enough for; false where that is nothing. */
    private boolean downgrade(Call call, List<Deployment> eligible, Decision.Short lack, LlmException refusal)
            throws LlmException {
        List<Priced> fitting = new ArrayList<>();
        Set<String> tooDear = new HashSet<>();
        for (Deployment deployment : eligible) {
            Usd most = funds.most(call, deployment);
            if (most.compareTo(lack.available()) > 0) {
                tooDear.add(deployment.name());
            } else {
                fitting.add(new Priced(deployment, most));
            }
        }
        fitting.sort(Comparator.comparing(Priced::most));
        Optional<Deployment> cheapest = fitting.stream().map(Priced::deployment).findFirst();
        if (cheapest.isEmpty() || funds.hold(call, cheapest.get()) instanceof Decision.Short) {
            return false;
        }
        List<String> names =
                fitting.stream().map(priced -> priced.deployment().name()).toList();
        call.part(Affordable.class, () -> new Affordable(names, tooDear, refusal));
        listeners.forEach(listener -> listener.downgraded(call, cheapest.get()));
        return true;
    }

    private record Priced(Deployment deployment, Usd most) {}
}
