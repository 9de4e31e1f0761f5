/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.Map;

/**
 * How the places of an instance or of a deployment stand.
 *
 * @param limit     how many there are now
 * @param inUse     how many are taken; more than the limit just after that fell
 * @param waiting   calls in the queue
 * @param byPriority of those that wait
 * @param byTenant  of the places that are taken
 */
public record QueueView(
        int limit, int inUse, int waiting, Map<Integer, Integer> byPriority, Map<String, Integer> byTenant) {}
