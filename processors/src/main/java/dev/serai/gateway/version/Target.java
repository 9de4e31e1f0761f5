/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

/**
 * The version that a change is about. Immutable.
 *
 * @param sequence the version's number
 * @param revision of the state that whoever makes the change has seen: where it has changed since, the change is refused as
 *                 a conflict; null: whatever it is
 */
public record Target(String task, int sequence, Long revision) {}
