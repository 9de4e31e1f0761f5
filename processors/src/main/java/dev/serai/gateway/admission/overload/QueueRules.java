/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

/**
 * What a {@link PlaceQueue} holds.
 *
 * @param size  the most calls that wait, those not counted that are {@link Claim#patient()}
 * @param bytes the most that their requests have together
 */
record QueueRules(int size, long bytes, Shares shares) {}
