/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.serai.gateway.admission.quota.Quota;
import dev.serai.gateway.config.Hashes;

/** The hash of all that changes a task's output: prompt, schema, parameters, and the route with its order of deployments. */
final class ProfileVersion {
    private ProfileVersion() {}

    /** @param flow names what the route does, whatever comments and layout it was written with */
    static String of(TaskContract contract, Map<String, ?> parameters, String flow) {
        StringBuilder text = new StringBuilder();
        Map<String, Object> effective = new TreeMap<>(parameters);
        effective.keySet().removeAll(List.of("aliases", "priority", "keepAnswers"));
        effective.keySet().removeAll(Quota.KEYS);
        effective.keySet().removeAll(CachePolicy.KEYS);
        effective.forEach(
                (key, value) -> text.append(key).append('=').append(value).append('\n'));
        if (contract.prompt() != null) {
            text.append(contract.prompt().text()).append('\n');
        }
        if (contract.rubric() != null) {
            text.append(contract.rubric()).append('\n');
        }
        if (contract.outputSchema() != null) {
            text.append(contract.outputSchema().json()).append('\n');
        }
        return Hashes.shortHash(text.append(flow).toString());
    }
}
