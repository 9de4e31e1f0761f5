/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.util.ArrayList;
import java.util.List;

/** The rows that do not add up, as they are found: the first thousand, and a count of all. For one thread. */
final class Findings {
    private static final int MOST = 1000;

    private final List<Finding> found = new ArrayList<>();
    private long count;

    void add(String kind, String row, String problem) {
        count++;
        if (found.size() < MOST) {
            found.add(new Finding(kind, row, problem));
        }
    }

    long count() {
        return count;
    }

    List<Finding> list() {
        return List.copyOf(found);
    }
}
