/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

/** The deployments in force. Thread-safe: a call sees one snapshot after the other, never half of one. */
public final class Catalogue {
    private volatile Deployments current;

    public Catalogue(Deployments current) {
        this.current = current;
    }

    public Deployments current() {
        return current;
    }
}
