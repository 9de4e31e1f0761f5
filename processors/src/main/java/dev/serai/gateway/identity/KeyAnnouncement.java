/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

/** Tells whoever watches that a key was made, once. */
@FunctionalInterface
public interface KeyAnnouncement {
    void made(FirstRunKey key);
}
