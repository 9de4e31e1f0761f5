/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.util.Map;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;

/** Makes a {@link Change} where the key lives. For one key by one thread. */
final class EntryChange<V extends Stamped> implements EntryProcessor<String, V, V>, HazelcastInstanceAware {
    private static final long serialVersionUID = 1L;

    private final Change<V> change;
    private transient HazelcastInstance instance;
    private transient V value;

    EntryChange(Change<V> change) {
        this.change = change;
    }

    @Override
    public V process(Map.Entry<String, V> entry) {
        V old = entry.getValue();
        value = change.apply(old, instance.getCluster().getClusterTime());
        if (value != old) {
            entry.setValue(value);
        }
        return value;
    }

    /** Backups get the value itself: they would reckon with another time. */
    @Override
    public EntryProcessor<String, V, V> getBackupProcessor() {
        return new EntryChange<>(Change.merge(value));
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        this.instance = hazelcast;
    }
}
