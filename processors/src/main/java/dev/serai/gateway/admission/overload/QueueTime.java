/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

/**
 * What the queue was to a call.
 *
 * @param priority it was served with
 * @param queuedMs how long it waited for a place on the instance, in milliseconds; whether it got one its outcome says
 */
public record QueueTime(int priority, long queuedMs) {}
