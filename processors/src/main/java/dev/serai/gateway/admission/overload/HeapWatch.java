/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

import com.sun.management.GarbageCollectionNotificationInfo;

/** How full the heap was after the latest collection of garbage: what it holds in between says little. Thread-safe. */
final class HeapWatch implements NotificationListener, AutoCloseable {
    private final List<NotificationEmitter> collectors = new ArrayList<>();
    private final Set<String> heapPools = new HashSet<>();
    private volatile double share;

    HeapWatch() {
        ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .forEach(pool -> heapPools.add(pool.getName()));
        ManagementFactory.getGarbageCollectorMXBeans().forEach(collector -> {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(this, null, null);
                collectors.add(emitter);
            }
        });
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        if (notification.getUserData() instanceof CompositeData data
                && notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            Map<String, MemoryUsage> pools =
                    GarbageCollectionNotificationInfo.from(data).getGcInfo().getMemoryUsageAfterGc();
            long used = 0;
            for (Map.Entry<String, MemoryUsage> pool : pools.entrySet()) {
                used += heapPools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
            }
            share = (double) used / Runtime.getRuntime().maxMemory();
        }
    }

    /** Of the largest heap there can be; 0 before the first collection. */
    double share() {
        return share;
    }

    @Override
    public void close() {
        for (NotificationEmitter collector : collectors) {
            try {
                collector.removeNotificationListener(this);
            } catch (ListenerNotFoundException e) {
                // it is gone already
            }
        }
    }
}
