/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.List;
import java.util.Map;

/** Routes that settings ask for and no file has: each is made of a route template. */
@FunctionalInterface
public interface RouteStamps {
    /** Those that are wanted. */
    List<Stamp> stamps();

    /**
     * One route.
     *
     * @param id         of the route
     * @param template   id of the routeTemplate that it is made of
     * @param parameters of the template
     */
    record Stamp(String id, String template, Map<String, String> parameters) {}
}
