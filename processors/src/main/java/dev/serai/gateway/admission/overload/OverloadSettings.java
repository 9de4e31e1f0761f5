/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** The properties below {@code serai.overload}; docs/configuration.md tells what they mean. */
@Component
record OverloadSettings(
        @Value("${serai.overload.min-places}") int minPlaces,
        @Value("${serai.overload.max-places}") int maxPlaces,
        @Value("${serai.overload.lateness}") Duration lateness,
        @Value("${serai.overload.heap}") double heap,
        @Value("${serai.overload.queue-size}") int queueSize,
        @Value("${serai.overload.queue-bytes}") DataSize queueBytes,
        @Value("${serai.overload.queue-share}") double queueShare,
        @Value("${serai.overload.tenant-share}") double tenantShare,
        @Value("${serai.overload.reserved-priority}") int reservedPriority,
        @Value("${serai.overload.reserved-share}") double reservedShare,
        @Value("${serai.overload.low-share}") double lowShare,
        @Value("${serai.overload.deployment-min}") int deploymentMin,
        @Value("${serai.overload.deployment-queue}") int deploymentQueue) {

    OverloadSettings {
        if (minPlaces < 1 || maxPlaces < minPlaces) {
            throw new IllegalArgumentException("serai.overload.min-places is " + minPlaces + " and max-places "
                    + maxPlaces + ": they have to be 1 or more, and max-places not the smaller");
        }
        if (queueSize < 0 || deploymentQueue < 0 || queueBytes.isNegative()) {
            throw new IllegalArgumentException(
                    "serai.overload.queue-size, queue-bytes and deployment-queue have to be 0 or more");
        }
        if (!(queueShare > 0 && queueShare <= 1)) {
            throw new IllegalArgumentException("serai.overload.queue-share is " + queueShare
                    + ": it has to be above 0, and 1 at most: a share of the time that a call has left");
        }
        if (!lateness.isPositive() || !(heap > 0 && heap <= 1) || deploymentMin < 1) {
            throw new IllegalArgumentException("serai.overload.lateness has to be longer than zero, heap a share"
                    + " above 0 and up to 1, deployment-min 1 or more");
        }
        new Shares(tenantShare, reservedPriority, reservedShare, lowShare);
    }

    Shares shares() {
        return new Shares(tenantShare, reservedPriority, reservedShare, lowShare);
    }

    QueueRules queue() {
        return new QueueRules(queueSize, queueBytes.toBytes(), shares());
    }

    /** Calls that wait for a deployment have a place on the instance, and their bytes with it. */
    QueueRules queueOfDeployment() {
        return new QueueRules(deploymentQueue, Long.MAX_VALUE, shares());
    }
}
