/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import dev.serai.gateway.config.Located;
import dev.serai.gateway.config.StrictYaml;
import dev.serai.gateway.ledger.budget.Budget;

/**
 * All of {@code config/callers.yaml}, as it was when it was read.
 *
 * @param directory the callers by key
 * @param keyFiles  the keys that live in files, with whether this read made them: those are to be printed, once
 * @param budgets   of those callers that have one, by name
 */
public record Callers(CallerDirectory directory, List<FirstRunKey> keyFiles, Map<String, Budget> budgets) {

    /**
     * Reads the file, and makes the key files that are missing once everything else was found right. Throws
     * {@link dev.serai.gateway.config.ConfigException}.
     *
     * @param home serai.home, which key files are relative to
     */
    public static Callers read(Path file, Path home, UnaryOperator<String> placeholders) {
        return read(StrictYaml.read(file, placeholders), home, true);
    }

    /** The same of text that has been read from that file. */
    public static Callers parse(Path file, String text, Path home, UnaryOperator<String> placeholders) {
        return read(StrictYaml.parse(file, text, placeholders), home, true);
    }

    /** As {@link #parse}, but no file is made: a caller whose key file is missing is not in the directory. */
    public static Callers inspect(Path file, String text, Path home, UnaryOperator<String> placeholders) {
        return read(StrictYaml.parse(file, text, placeholders), home, false);
    }

    private static Callers read(StrictYaml yaml, Path home, boolean makeKeys) {
        Map<String, Located<CallerEntry>> entries =
                yaml.onlyKeys("callers").entries("callers", "caller", CallerEntry.class);
        Map<KeyHash, Caller> byHash = new LinkedHashMap<>();
        entries.values().forEach(entry -> entry.value().hashes().forEach((key, hash) -> add(byHash, entry, key, hash)));
        List<FirstRunKey> keyFiles = new ArrayList<>();
        for (Located<CallerEntry> entry : entries.values()) {
            if (entry.value().keyFile() != null && (makeKeys || FirstRunKey.isThere(home, entry))) {
                FirstRunKey key = FirstRunKey.ensure(home, entry);
                keyFiles.add(key);
                add(byHash, entry, "keyFile", KeyHash.of(key.key().reveal()));
            }
        }
        List<Caller> callers =
                entries.values().stream().map(entry -> entry.value().caller()).toList();
        return new Callers(new CallerDirectory(callers, byHash), List.copyOf(keyFiles), budgets(entries));
    }

    private static Map<String, Budget> budgets(Map<String, Located<CallerEntry>> entries) {
        Map<String, Budget> budgets = new LinkedHashMap<>();
        entries.forEach((name, entry) -> {
            if (entry.value().budgets() != null) {
                budgets.put(name, entry.value().budgets());
            }
        });
        return budgets;
    }

    private static void add(Map<KeyHash, Caller> byHash, Located<CallerEntry> entry, String key, KeyHash hash) {
        Caller other = byHash.putIfAbsent(hash, entry.value().caller());
        if (other != null) {
            throw entry.error(
                    key, key + " is the key of caller '" + other.name() + "' too", "give each caller a key of its own");
        }
    }
}
