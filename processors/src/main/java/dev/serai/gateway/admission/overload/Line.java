/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.function.Predicate;

/** Those who wait with one priority: in the order in which they came, and by tenant, whose turns go round. Not thread-safe. */
final class Line {
    private final LinkedHashSet<Waiter> all = new LinkedHashSet<>();
    private final LinkedHashMap<String, OfTenant> tenants = new LinkedHashMap<>();
    private int sheddable;

    private static final class OfTenant {
        private final LinkedHashSet<Waiter> waiters = new LinkedHashSet<>();
        private int sheddable;
    }

    void add(Waiter waiter) {
        all.add(waiter);
        OfTenant tenant = tenants.computeIfAbsent(waiter.claim().tenant(), key -> new OfTenant());
        tenant.waiters.add(waiter);
        if (!waiter.claim().patient()) {
            sheddable++;
            tenant.sheddable++;
        }
    }

    /** False where it does not wait here any more. */
    boolean remove(Waiter waiter) {
        if (!all.remove(waiter)) {
            return false;
        }
        OfTenant tenant = tenants.get(waiter.claim().tenant());
        tenant.waiters.remove(waiter);
        if (!waiter.claim().patient()) {
            sheddable--;
            tenant.sheddable--;
        }
        if (tenant.waiters.isEmpty()) {
            tenants.remove(waiter.claim().tenant());
        }
        return true;
    }

    int size() {
        return all.size();
    }

    int sheddable() {
        return sheddable;
    }

    /** Whoever has waited longest, or null. */
    Waiter oldest() {
        return all.isEmpty() ? null : all.getFirst();
    }

    /** Takes the first of the tenant whose turn it is among those that may have one; null where none may. */
    Waiter poll(Predicate<String> mayHave) {
        for (Map.Entry<String, OfTenant> entry : tenants.entrySet()) {
            if (mayHave.test(entry.getKey())) {
                return next(entry.getKey(), entry.getValue());
            }
        }
        return null;
    }

    private Waiter next(String name, OfTenant tenant) {
        Waiter first = tenant.waiters.getFirst();
        remove(first);
        if (tenants.remove(name, tenant)) {
            tenants.put(name, tenant);
        }
        return first;
    }

    /** Who is shed first: the newest of the tenant with the most in the line; null where nobody can be. */
    Waiter leastMissed() {
        OfTenant most = null;
        for (OfTenant tenant : tenants.values()) {
            if (tenant.sheddable > (most == null ? 0 : most.sheddable)) {
                most = tenant;
            }
        }
        if (most == null) {
            return null;
        }
        for (Waiter waiter : most.waiters.reversed()) {
            if (!waiter.claim().patient()) {
                return waiter;
            }
        }
        return null;
    }

    /** How many of a tenant's can be shed. */
    int sheddableOf(String tenant) {
        OfTenant known = tenants.get(tenant);
        return known == null ? 0 : known.sheddable;
    }
}
