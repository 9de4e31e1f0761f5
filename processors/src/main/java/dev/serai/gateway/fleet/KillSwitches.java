/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.SeraiHome;
import dev.serai.gateway.fleet.KillSwitch.Kind;

/**
 * What operators have switched off, for all instances of the fleet. It is kept in {@code data/kill-switches.json} too, so
 * that a start finds it again. Thread-safe; {@link #isOn} reads local memory only.
 */
@Component
public final class KillSwitches implements DisposableBean {
    private static final Comparator<KillSwitch> BY_KEY =
            Comparator.comparing(KillSwitch::kind).thenComparing(KillSwitch::name);

    private final SharedMap<KillSwitch> switches;
    private final KillSwitchFile file;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("serai-kill-switches").factory());
    private volatile Map<Kind, Map<String, KillSwitch>> on = Map.of();

    @Autowired
    KillSwitches(Fleet fleet, SeraiHome home) {
        this(fleet, home.data().resolve("kill-switches.json"));
    }

    /** @param file where they are kept */
    public KillSwitches(Fleet fleet, Path file) {
        this.switches = fleet.map("kill-switches");
        this.file = new KillSwitchFile(file);
        this.file.read().forEach(known -> switches.change(known.key(), Change.merge(known)));
        switches.onChange(key -> {
            refresh();
            if (!writer.isShutdown()) {
                writer.execute(this::write);
            }
        });
        refresh();
    }

    public boolean isOn(Kind kind, String name) {
        Map<String, KillSwitch> ofKind = on.get(kind);
        return ofKind != null && ofKind.containsKey(name);
    }

    /** Those that are on, in the order of kind and name. */
    public List<KillSwitch> all() {
        return on.values().stream()
                .map(Map::values)
                .flatMap(Collection::stream)
                .sorted(BY_KEY)
                .toList();
    }

    /** The switch as it stands, or null where it was never set. */
    public KillSwitch find(Kind kind, String name) {
        return switches.get(KillSwitch.key(kind, name));
    }

    /** How many of a kind are on. */
    public int count(Kind kind) {
        Map<String, KillSwitch> ofKind = on.get(kind);
        return ofKind == null ? 0 : ofKind.size();
    }

    /**
     * Switches something off or on again. When it is complete, this instance keeps it on its disk, and the others have it as
     * far as they are in reach.
     *
     * @param reason as the operator gave it, or null
     * @param by     the caller who does it
     */
    public CompletableFuture<KillSwitch> set(Kind kind, String name, boolean off, String reason, String by) {
        KillSwitch known = find(kind, name);
        long at = known == null ? switches.now() : Math.max(switches.now(), known.at() + 1);
        KillSwitch wanted = new KillSwitch(kind, name, off, reason, by, at, 0);
        return switches.change(wanted.key(), KillSwitch.set(wanted))
                .thenApplyAsync(
                        standing -> {
                            write();
                            return standing;
                        },
                        writer);
    }

    private synchronized void refresh() {
        Map<Kind, Map<String, KillSwitch>> now = new EnumMap<>(Kind.class);
        for (KillSwitch each : switches.all().values()) {
            if (each.on()) {
                now.computeIfAbsent(each.kind(), kind -> new HashMap<>()).put(each.name(), each);
            }
        }
        on = now;
    }

    private void write() {
        file.write(switches.all().values().stream().sorted(BY_KEY).toList());
    }

    @Override
    public void destroy() {
        writer.shutdown();
    }
}
