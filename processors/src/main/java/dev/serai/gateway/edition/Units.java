/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.config.SeraiHome;
import dev.serai.gateway.config.Texts;

/** The units whose routes are there, by their number: a consumer finds its own by its route's id. Thread-safe. */
@Component
public final class Units {
    private final Map<Long, Unit> units = new ConcurrentHashMap<>();
    /** Of routes that nobody has built as a unit. */
    private final Unit loose;

    Units(SeraiHome home) {
        this.loose = new Unit(0, Texts.onDisk(home.path()), Map.of());
    }

    /** The unit of a route. */
    public Unit of(String routeId) {
        return Optional.ofNullable(units.get(Unit.numberIn(routeId))).orElse(loose);
    }

    public void add(Unit unit) {
        units.put(unit.number(), unit);
    }

    public void remove(Unit unit) {
        units.remove(unit.number());
    }

    /** How many there are, for a metric: more than are in force while calls of earlier editions go on. */
    public int count() {
        return units.size();
    }

    Unit loose() {
        return loose;
    }
}
