/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

import java.util.HashMap;
import java.util.Map;

/** Versions that a restart forgets: what the files have last serves. Thread-safe. */
public final class MemoryVersions implements VersionBook {
    private final Map<String, Map<String, Version>> byTask = new HashMap<>();

    @Override
    public synchronized Serving contributed(TaskTexts texts, String profileVersion, Origin origin) {
        Map<String, Version> known = byTask.computeIfAbsent(texts.task(), task -> new HashMap<>());
        Version version = known.get(texts.hash());
        if (version == null) {
            version = new Version(known.size() + 1, texts);
            known.put(texts.hash(), version);
        }
        return Serving.only(version);
    }

    @Override
    public synchronized Version ofFiles(TaskTexts texts) {
        return byTask.getOrDefault(texts.task(), Map.of()).getOrDefault(texts.hash(), new Version(0, texts));
    }

    /** A task that comes back has its versions counted on. */
    @Override
    public void withdrawn(String task, Origin origin) {
        // nothing to do: what serves is the deployer's
    }
}
