/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.HashMap;
import java.util.Map;

/** The places that are taken, and by whom. Not thread-safe. */
final class Usage {
    private final Shares shares;
    private final Map<String, Integer> byTenant = new HashMap<>();
    private int inUse;
    private int reservedInUse;

    Usage(Shares shares) {
        this.shares = shares;
    }

    void add(Claim claim) {
        inUse++;
        reservedInUse += shares.isReserved(claim.priority()) ? 1 : 0;
        byTenant.merge(claim.tenant(), 1, Integer::sum);
    }

    void remove(Claim claim) {
        inUse--;
        reservedInUse -= shares.isReserved(claim.priority()) ? 1 : 0;
        byTenant.computeIfPresent(claim.tenant(), (tenant, count) -> count == 1 ? null : count - 1);
    }

    int inUse() {
        return inUse;
    }

    Map<String, Integer> byTenant() {
        return byTenant;
    }

    /** Of so many places: the lowest priority that may have one more now; {@link Lines#PRIORITIES} where none is free. */
    int lowestAdmitted(int places) {
        int free = places - inUse;
        if (free <= 0) {
            return Lines.PRIORITIES;
        }
        return free <= reservedLeft(places) ? shares.reservedFrom() : 0;
    }

    /** Places that are kept for the reserved priorities and that those have not taken yet. */
    int reservedLeft(int places) {
        return Math.max(0, shares.reservedOf(places) - reservedInUse);
    }

    /** Whether a tenant can have one more of so many places, and has no more than its share then. */
    boolean isWithinShare(String tenant, int places) {
        return byTenant.getOrDefault(tenant, 0) < Math.max(1, shares.tenant() * places);
    }
}
