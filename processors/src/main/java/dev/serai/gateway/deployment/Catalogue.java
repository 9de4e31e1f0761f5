/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import dev.serai.gateway.dispatch.Call;

/** The deployments in force. Thread-safe; a call sees those with which it began, to its end. */
public final class Catalogue {
    private volatile Deployments current;

    public Catalogue(Deployments current) {
        this.current = current;
    }

    public Deployments current() {
        return current;
    }

    /** Those of a call. */
    public Deployments of(Call call) {
        return call.edition() == null ? current : call.edition().deployments();
    }

    /** From now on calls begin with these. */
    public void become(Deployments deployments) {
        current = deployments;
    }
}
