/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryAddedListener;
import com.hazelcast.map.listener.EntryMergedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;

/**
 * The link through a Hazelcast member in this JVM. A background thread starts the member, compares this instance's copies
 * with the fleet's every few seconds (events can be lost), and finds out when a lost link is back. Thread-safe.
 */
final class HazelcastLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(HazelcastLink.class);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration COMPARE_EVERY = Duration.ofSeconds(5);
    /** Of the names of all maps. */
    static final String PREFIX = "serai.";

    private final FleetSettings settings;
    private final Map<String, SharedMap<?>> maps;
    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("serai-fleet").factory());
    private volatile HazelcastInstance instance;
    private volatile boolean up;
    private volatile boolean closed;
    private volatile boolean compareSoon;
    private final Set<String> listening = ConcurrentHashMap.newKeySet();
    private long comparedAt;

    HazelcastLink(FleetSettings settings, Map<String, SharedMap<?>> maps) {
        this.settings = settings;
        this.maps = maps;
    }

    /** Null while there is none. */
    HazelcastInstance member() {
        return instance;
    }

    void start() {
        background.scheduleWithFixedDelay(this::tick, 0, TICK.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isUp() {
        return up;
    }

    @Override
    public int members() {
        HazelcastInstance member = instance;
        try {
            return member == null ? 1 : member.getCluster().getMembers().size();
        } catch (HazelcastException e) { // it is stopping
            return 1;
        }
    }

    @Override
    public long time() {
        HazelcastInstance member = instance;
        return member == null || !up
                ? System.currentTimeMillis()
                : member.getCluster().getClusterTime();
    }

    @Override
    public <V extends Stamped> CompletableFuture<V> submit(String map, String key, Change<V> change) {
        CompletableFuture<V> sent;
        try {
            IMap<String, V> shared = instance.getMap(PREFIX + map);
            sent = shared.submitToKey(key, new EntryChange<>(change)).toCompletableFuture();
        } catch (HazelcastException e) { // it is stopping
            return CompletableFuture.failedFuture(e);
        }
        open.add(sent);
        sent.whenComplete((value, failure) -> open.remove(sent));
        return sent;
    }

    @Override
    public void lost(Throwable failure) {
        if (up && !closed) {
            up = false;
            LOG.atWarn()
                    .addKeyValue("reason", failure.getClass().getSimpleName())
                    .log("The fleet's store is out of reach: this instance goes on with its own state");
        }
    }

    private void tick() {
        try {
            if (instance == null) {
                join();
            } else if (!instance.getLifecycleService().isRunning()) {
                up = false;
                instance = null;
                listening.clear();
            } else if (up ? isTimeToCompare() : open.isEmpty()) {
                compare();
            }
        } catch (RuntimeException e) {
            lost(e);
            LOG.atDebug().setCause(e).log("The fleet could not be asked");
        }
    }

    private boolean isTimeToCompare() {
        return compareSoon || System.nanoTime() - comparedAt > COMPARE_EVERY.toNanos();
    }

    private void join() {
        HazelcastInstance member;
        try {
            member = Hazelcast.newHazelcastInstance(MemberConfig.of(settings));
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("This instance could not become a member of the fleet; it tries again");
            pause();
            return;
        }
        instance = member;
        if (closed) {
            member.shutdown();
            return;
        }
        member.getLifecycleService().addLifecycleListener(event -> compareSoon = true);
        member.getCluster().addMembershipListener(new Members());
        compare();
        tellMembers();
    }

    private void tellMembers() {
        LOG.atInfo().addKeyValue("members", members()).log("The fleet, as this instance sees it");
    }

    private final class Members implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            compareSoon = true;
            tellMembers();
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            compareSoon = true;
            tellMembers();
        }
    }

    private void pause() {
        try {
            TimeUnit.SECONDS.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was changed here alone goes to the fleet; of other keys, the newer value goes to the other side. Then the link is up. */
    private void compare() {
        compareSoon = false;
        maps.values().forEach(this::compare);
        comparedAt = System.nanoTime();
        if (!up) {
            up = true;
            LOG.info("The fleet's store is in reach");
            maps.values().forEach(this::compare);
        }
    }

    private <V extends Stamped> void compare(SharedMap<V> map) {
        IMap<String, V> shared = instance.getMap(PREFIX + map.name());
        listen(map, shared);
        map.changedAlone().forEach(key -> replay(map, shared, key));
        map.all().forEach((key, value) -> {
            if (!map.alone(key).isEmpty()) {
                return; // what was changed alone is told as changes only: the value would count them twice
            }
            V theirs = shared.get(key);
            if (theirs == null || theirs.stamp() < value.stamp()) {
                shared.executeOnKey(key, new EntryChange<>(Change.merge(value)));
            }
        });
        shared.entrySet().forEach(entry -> map.accept(entry.getKey(), entry.getValue()));
    }

    private static <V extends Stamped> void replay(SharedMap<V> map, IMap<String, V> shared, String key) {
        List<SharedMap.Alone<V>> alone = map.alone(key);
        if (alone.stream().anyMatch(SharedMap.Alone::isOnItsWay)) {
            return; // the next comparison knows whether it has arrived
        }
        List<Change<V>> missing = alone.stream()
                .filter(change -> !change.hasArrived())
                .map(SharedMap.Alone::change)
                .toList();
        Change<V> change = shared.get(key) == null ? Change.merge(map.get(key)) : Change.all(missing);
        map.settled(key, alone, shared.executeOnKey(key, new EntryChange<>(change)));
    }

    private <V extends Stamped> void listen(SharedMap<V> map, IMap<String, V> shared) {
        if (listening.add(map.name())) {
            shared.addEntryListener(new Listener<>(map), true);
        }
    }

    void close() {
        closed = true;
        up = false;
        background.shutdownNow();
        HazelcastInstance member = instance;
        if (member != null) {
            member.shutdown();
        }
    }

    private record Listener<V extends Stamped>(SharedMap<V> map)
            implements EntryAddedListener<String, V>, EntryUpdatedListener<String, V>, EntryMergedListener<String, V> {
        @Override
        public void entryAdded(EntryEvent<String, V> event) {
            map.accept(event.getKey(), event.getValue());
        }

        @Override
        public void entryUpdated(EntryEvent<String, V> event) {
            map.accept(event.getKey(), event.getValue());
        }

        @Override
        public void entryMerged(EntryEvent<String, V> event) {
            map.accept(event.getKey(), event.getValue());
        }
    }
}
