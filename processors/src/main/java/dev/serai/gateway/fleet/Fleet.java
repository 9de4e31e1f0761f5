/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The instances that make up one gateway, as this one sees them. Without {@code serai.fleet.enabled} it is alone. It serves
 * before it has found the others. Thread-safe.
 */
@Component
public final class Fleet implements SmartLifecycle, DisposableBean {
    private final String self = UUID.randomUUID().toString();
    private final Map<String, SharedMap<?>> maps = new ConcurrentHashMap<>();
    private final Link link;
    private volatile boolean running;

    @Autowired
    Fleet(FleetSettings settings) {
        this.link = settings.enabled() ? new HazelcastLink(settings, maps) : Link.NONE;
    }

    private Fleet() {
        this.link = Link.NONE;
    }

    /** The fleet of an instance that looks for nobody. */
    public static Fleet alone() {
        return new Fleet();
    }

    /** This instance's name in the fleet: another one at each start. */
    public String self() {
        return self;
    }

    /** Whether there is a fleet at all. */
    public boolean isEnabled() {
        return link != Link.NONE;
    }

    /** Whether this instance is in touch with the fleet's store. */
    public boolean isUp() {
        return link.isUp();
    }

    /** This instance and those that it is in touch with. */
    public int members() {
        return link.members();
    }

    /** The map of that name; each name has one type of values. */
    @SuppressWarnings("unchecked")
    public <V extends Stamped> SharedMap<V> map(String name) {
        return (SharedMap<V>) maps.computeIfAbsent(name, n -> new SharedMap<V>(n, link));
    }

    /** What the instances share the limits of quotas by. */
    public SharedBuckets buckets() {
        return new SharedBuckets(link, () -> link instanceof HazelcastLink hazelcast ? hazelcast.member() : null);
    }

    @Override
    public void start() {
        running = true;
        if (link instanceof HazelcastLink hazelcast) {
            hazelcast.start();
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** After everything that still changes shared state. */
    @Override
    public void destroy() {
        if (link instanceof HazelcastLink hazelcast) {
            hazelcast.close();
        }
    }
}
