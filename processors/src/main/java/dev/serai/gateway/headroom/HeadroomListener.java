/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.util.List;

/** Hears of each new report, every few seconds, on one thread. Must not block. */
public interface HeadroomListener {
    void reported(List<TaskHeadroom> report);
}
