/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.List;
import java.util.Optional;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.quota.Limit.Scope;
import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;

/**
 * Lets a call in where its caller's and its task's limits allow it: it takes of all of them or of none. What it took is given
 * back where a later step refuses the call, and tokens are corrected by what it has used. Thread-safe, stateless.
 */
@Component("quotas")
public final class Quotas implements Processor, AttemptListener {
    /** The code of the refusal. */
    static final String CODE = "rate_limit_exceeded";

    private final Allowances allowances;
    private final Estimates estimates;
    private final List<QuotaListener> listeners;

    Quotas(Allowances allowances, Estimates estimates, List<QuotaListener> listeners) {
        this.allowances = allowances;
        this.estimates = estimates;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        List<Charge> charges = charges(call);
        if (charges.isEmpty()) {
            return;
        }
        CallQuota quota = call.part(CallQuota.class, () -> new CallQuota(call, charges));
        Optional<Charge.Refused> refused = Charge.take(charges);
        quota.look();
        if (refused.isPresent()) {
            QuotaRefusal refusal = QuotaRefusal.of(refused.get());
            quota.refused(refusal);
            listeners.forEach(listener -> listener.refused(call, refusal));
            throw QuotaRefusal.failure(refused.get(), CODE);
        }
        call.onClose(() -> quota.closed(estimates));
    }

    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        CallQuota quota = call.part(CallQuota.class);
        if (quota != null) {
            quota.ended(estimates);
        }
    }

    private List<Charge> charges(Call call) {
        Bill bill = new Bill(allowances, call);
        add(bill, call, Scope.CALLER, call.caller().name(), call.caller().quotas());
        add(bill, call, Scope.TASK, call.task().name(), call.task().contract().quota());
        return bill.charges();
    }

    /** A count of tokens, or an answer out of the cache, is a request, and generates nothing. */
    private void add(Bill bill, Call call, Scope scope, String name, Quota quota) {
        boolean count = call.request().operation() == Operation.COUNT_TOKENS || CacheUse.isHit(call);
        if (quota.requestsPerMinute() != null) {
            bill.add(Limit.of(scope, name, Kind.REQUESTS, quota.requestsPerMinute()), 1);
        }
        if (quota.inputTokensPerMinute() != null && !count) {
            bill.add(Limit.of(scope, name, Kind.INPUT_TOKENS, quota.inputTokensPerMinute()), estimates.input(call));
        }
        if (quota.outputTokensPerMinute() != null && !count) {
            bill.add(Limit.of(scope, name, Kind.OUTPUT_TOKENS, quota.outputTokensPerMinute()), estimates.output(call));
        }
    }
}
