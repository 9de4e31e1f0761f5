/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import dev.serai.gateway.reload.file.RouteSet;

/** One rule that a set of route files must keep. Stateless; it looks at files only, never at a running context. */
interface RouteRule {
    /** Adds a problem for each breach that it finds. */
    void check(RouteSet routes, Scope scope, Problems problems);

    /** Whether what it says of a file holds whatever other files say. */
    default boolean standsAlone() {
        return false;
    }
}
