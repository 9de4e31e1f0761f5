/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.quota.Limit.Scope;
import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.DropReason;
import dev.serai.gateway.deployment.RateLimits;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;
import dev.serai.llm.Usage;

/**
 * Has a deployment passed over whose provider would refuse: what it grants this account is used up. An attempt takes one
 * request and its tokens by estimate, which are corrected when it has ended. Thread-safe.
 */
@Component
final class DeploymentQuotas implements AttemptListener {
    private final Allowances allowances;
    private final Estimates estimates;
    private final List<QuotaListener> listeners;
    private final Map<Attempt, List<Charge>> underWay = new ConcurrentHashMap<>();

    DeploymentQuotas(Allowances allowances, Estimates estimates, List<QuotaListener> listeners) {
        this.allowances = allowances;
        this.estimates = estimates;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void begins(Call call, Deployment deployment, Attempt attempt) throws LlmException {
        List<Charge> charges = charges(call, deployment);
        if (charges.isEmpty()) {
            return;
        }
        Optional<Charge.Refused> refused = Charge.take(charges);
        if (refused.isEmpty()) {
            underWay.put(attempt, charges);
            return;
        }
        QuotaRefusal refusal = QuotaRefusal.of(refused.get());
        if (attempt.role() != Attempt.Role.SHADOW) {
            call.attempts().drop(deployment.name(), DropReason.RATE_LIMIT.code(), refusal.limit());
        }
        listeners.forEach(listener -> listener.passedOver(call, deployment, refusal));
        throw QuotaRefusal.failure(refused.get(), Selection.RATE_LIMIT);
    }

    @Override
    public void withdrawn(Attempt attempt) {
        List<Charge> charges = underWay.remove(attempt);
        if (charges != null) {
            Charge.giveBack(charges);
        }
    }

    /** A drill asks no provider. A provider that has answered nothing has still counted the request. */
    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        if (attempt.drill() != null) {
            withdrawn(attempt);
            return;
        }
        List<Charge> charges = underWay.remove(attempt);
        Usage usage = attempt.usage();
        boolean unknown = usage == null && attempt.failure() == null;
        if (charges == null || unknown) {
            return;
        }
        long tokens = usage == null ? 0 : usage.promptTokens() + usage.completionTokens();
        charges.stream()
                .filter(charge -> charge.limit().id().kind() == Kind.TOKENS)
                .forEach(charge -> charge.correct(tokens));
    }

    private List<Charge> charges(Call call, Deployment deployment) {
        RateLimits limits = deployment.rateLimits();
        if (limits.equals(RateLimits.NONE) || call.request().operation() == Operation.COUNT_TOKENS) {
            return List.of();
        }
        Bill bill = new Bill(allowances, call);
        if (limits.requestsPerMinute() != RateLimits.UNDECLARED) {
            bill.add(Limit.of(Scope.DEPLOYMENT, deployment.name(), Kind.REQUESTS, limits.requestsPerMinute()), 1);
        }
        if (limits.tokensPerMinute() != RateLimits.UNDECLARED) {
            bill.add(
                    Limit.of(Scope.DEPLOYMENT, deployment.name(), Kind.TOKENS, limits.tokensPerMinute()),
                    estimates.input(call) + estimates.output(call));
        }
        return bill.charges();
    }
}
