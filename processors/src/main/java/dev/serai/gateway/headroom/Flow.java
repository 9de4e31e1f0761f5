/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.io.Serializable;
import java.util.Comparator;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;

/** Where traffic comes from and goes to. */
record Flow(String task, String deployment) implements Comparable<Flow>, Serializable {
    private static final long serialVersionUID = 1L;
    private static final Comparator<Flow> ORDER =
            Comparator.comparing(Flow::task).thenComparing(Flow::deployment);

    static Flow of(Call call, Deployment deployment) {
        return new Flow(call.task().name(), deployment.name());
    }

    @Override
    public int compareTo(Flow other) {
        return ORDER.compare(this, other);
    }
}
