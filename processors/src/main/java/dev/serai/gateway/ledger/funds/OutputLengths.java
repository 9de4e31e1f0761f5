/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Aside;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.LatestValues;

/** How long the answers of a deployment to a task are, in tokens. Thread-safe; as many entries as tasks have deployments. */
@Component
final class OutputLengths implements AttemptListener {
    private static final String SEVERAL_ANSWERS = "n_choices";

    private final Map<Key, LatestValues> lengths = new ConcurrentHashMap<>();
    private final FundsSettings settings;

    /** @param role of a call that is made for a call; else null */
    private record Key(String task, String deployment, Attempt.Role role) {
        static Key of(Call call, Deployment deployment) {
            Aside aside = Aside.of(call);
            return new Key(call.task().name(), deployment.name(), aside == null ? null : aside.role());
        }
    }

    OutputLengths(FundsSettings settings) {
        this.settings = settings;
    }

    /** Which length only a few answers exceed; empty while too few are known. */
    OptionalLong usualMost(Call call, Deployment deployment) {
        LatestValues known = lengths.get(Key.of(call, deployment));
        return known == null ? OptionalLong.empty() : known.percentile(settings.percentile());
    }

    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        boolean whole = attempt.failure() == null && attempt.usage() != null && !attempt.usageEstimated();
        if (whole && !call.summary().features().contains(SEVERAL_ANSWERS)) {
            lengths.computeIfAbsent(Key.of(call, deployment), key -> new LatestValues(settings.samples()))
                    .add(attempt.usage().completionTokens());
        }
    }
}
