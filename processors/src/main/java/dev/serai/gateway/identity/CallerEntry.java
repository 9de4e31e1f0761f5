/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.serai.gateway.admission.quota.Quota;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.gateway.ledger.budget.Budget;

/** A caller as {@code callers.yaml} writes it: a {@link Caller}, and where its key is, unless the admin API made it. */
record CallerEntry(
        String name,
        String keyHash,
        List<String> keyHashes,
        String keyFile,
        String organisation,
        String team,
        String feature,
        Set<String> permissions,
        Set<String> tasks,
        Set<String> dataClasses,
        Set<String> regions,
        Integer priority,
        Quota quotas,
        Budget budgets) {

    private static final int MOST_KEYS = 2;

    CallerEntry {
        permissions = Rules.among("permissions", permissions, Permission.CODES);
        priority = Rules.orElse(priority, Caller.DEFAULT_PRIORITY);
        new Caller(name, organisation, team, feature, Set.of(), tasks, dataClasses, regions, priority, quotas);
        atMostOneKindOfKey(keyHash, keyHashes, keyFile);
        hashes(keyHash, keyHashes);
    }

    Caller caller() {
        Set<Permission> granted = permissions.stream().map(Permission::of).collect(Collectors.toSet());
        return new Caller(name, organisation, team, feature, granted, tasks, dataClasses, regions, priority, quotas);
    }

    /** The hashes written in the file, by the key they are written at. */
    Map<String, KeyHash> hashes() {
        return hashes(keyHash, keyHashes);
    }

    private static void atMostOneKindOfKey(String keyHash, List<String> keyHashes, String keyFile) {
        List<String> given = new ArrayList<>();
        if (keyHash != null) {
            given.add("keyHash");
        }
        if (keyHashes != null) {
            given.add("keyHashes");
        }
        if (keyFile != null) {
            given.add("keyFile");
        }
        if (given.size() > 1) {
            throw new InvalidValueException(
                    given.get(1), null, "is given beside " + given.get(0), "keep one of the two");
        }
    }

    private static Map<String, KeyHash> hashes(String keyHash, List<String> keyHashes) {
        if (keyHash != null) {
            return Map.of("keyHash", KeyHash.parse("keyHash", keyHash));
        }
        if (keyHashes == null) {
            return Map.of();
        }
        Map<String, KeyHash> hashes = new LinkedHashMap<>();
        for (int i = 0; i < keyHashes.size(); i++) {
            String at = "keyHashes[" + i + "]";
            hashes.put(at, KeyHash.parse(at, keyHashes.get(i)));
        }
        if (hashes.isEmpty()
                || hashes.size() > MOST_KEYS
                || new LinkedHashSet<>(hashes.values()).size() < hashes.size()) {
            throw new InvalidValueException(
                    "keyHashes", null, "must have one hash, or two different ones", "remove the ones that are retired");
        }
        return hashes;
    }
}
