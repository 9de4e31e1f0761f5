/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.camel.CamelContext;
import org.apache.camel.RouteConfigurationsBuilder;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RouteTemplateDefinition;
import org.apache.camel.spi.RoutesLoader;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.edition.Unit;
import dev.serai.gateway.edition.Units;
import dev.serai.gateway.reload.check.Causes;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;

/** Makes Camel build a unit's routes beside all others, and take them away again. For one thread. */
@Component
public final class UnitBuilder {
    private static final Logger LOG = LoggerFactory.getLogger(UnitBuilder.class);

    private final CamelContext camel;
    private final Units units;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Unit, List<String>> kameletsInUse = new HashMap<>();

    UnitBuilder(CamelContext camel, Units units) {
        this.camel = camel;
        this.units = units;
    }

    /** A number that no unit and no door has had. */
    long number() {
        return numbers.incrementAndGet();
    }

    /**
     * Builds and starts the routes; nothing enters them before an edition has them.
     *
     * @param plans those of the set of files that the plan is part of
     * @throws ConfigException where Camel cannot build them; then nothing is left of them
     */
    public Unit build(UnitPlan plan, UnitPlans plans) {
        Kamelets kamelets = plans.kamelets();
        Unit unit = new Unit(number(), plan.texts(), plan.sources());
        units.add(unit);
        List<String> ids = plan.kamelets().stream().map(kamelets::id).toList();
        kameletsInUse.put(unit, ids);
        try {
            for (String name : plan.kamelets()) {
                if (model().getRouteTemplateDefinition(kamelets.id(name)) == null) {
                    load(kamelets.id(name) + ".kamelet.yaml", kamelets.script(name));
                }
            }
            load(unit.own("unit") + ".yaml", UnitScript.write(plan, unit, kamelets));
            return unit;
        } catch (Exception e) { // whatever Camel makes of a file
            remove(unit);
            throw explained(plan, plans.routes(), e);
        }
    }

    /** Takes the unit's routes away; calls that are in them are waited for. */
    public void remove(Unit unit) {
        removeRoutes(unit.number());
        kameletsInUse.remove(unit);
        removeKamelets();
        units.remove(unit);
    }

    void removeRoutes(long number) {
        for (RouteDefinition route : new ArrayList<>(model().getRouteDefinitions())) {
            if (route.getId() != null && Unit.isOf(number, route.getId())) {
                remove(route);
            }
        }
    }

    /** Whether no exchange is in any of the unit's routes. */
    public boolean isIdle(Unit unit) {
        return camel.getRoutes().stream()
                .filter(route -> unit.owns(route.getRouteId()))
                .allMatch(route -> camel.getInflightRepository().size(route.getRouteId()) == 0);
    }

    /** Loads one text as if it were a file. */
    void load(String name, JsonNode script) throws Exception {
        RoutesLoader loader = PluginHelper.getRoutesLoader(camel);
        for (RoutesBuilder builder : loader.findRoutesBuilders(ResourceHelper.fromString(name, script.toString()))) {
            List<RouteConfigurationDefinition> before = new ArrayList<>(model().getRouteConfigurationDefinitions());
            if (builder instanceof RouteConfigurationsBuilder configurations) {
                camel.addRoutesConfigurations(configurations);
            }
            try {
                camel.addRoutes(builder);
            } finally {
                // the routes have taken what they name
                model().getRouteConfigurationDefinitions().retainAll(before);
            }
        }
    }

    private void removeKamelets() {
        for (RouteTemplateDefinition template : new ArrayList<>(model().getRouteTemplateDefinitions())) {
            String id = template.getId();
            if (id.contains("--k") && kameletsInUse.values().stream().noneMatch(ids -> ids.contains(id))) {
                for (RouteDefinition route : new ArrayList<>(model().getRouteDefinitions())) {
                    if (String.valueOf(route.getId()).startsWith(id + "-")) {
                        remove(route);
                    }
                }
                try {
                    model().removeRouteTemplateDefinition(template);
                } catch (Exception e) {
                    LOG.atWarn().setCause(e).log("The kamelet {} was not removed", id);
                }
            }
        }
    }

    private void remove(RouteDefinition route) {
        try {
            model().removeRouteDefinition(route);
        } catch (Exception e) { // it is out of force; the next try comes with the next unit
            LOG.atWarn().addKeyValue("routeId", route.getId()).setCause(e).log("A route was not removed");
        }
    }

    private ConfigException explained(UnitPlan plan, RouteSet routes, Exception failure) {
        return RouteFailures.explain(routes, failure)
                .orElseGet(() -> new ConfigException(
                        plan.file().path(),
                        line(plan.file(), failure),
                        0,
                        Causes.deepest(failure),
                        "correct it",
                        failure));
    }

    /** The script has no lines of the author's: where Camel names one, the file itself is read once more for it. */
    private int line(RouteFile file, Exception failure) {
        if (LoadStep.line(failure) == 0) {
            return 0;
        }
        try {
            for (RoutesBuilder builder : PluginHelper.getRoutesLoader(camel)
                    .findRoutesBuilders(
                            ResourceHelper.fromString("again-" + file.path().getFileName(), file.text()))) {
                ((org.apache.camel.builder.RouteBuilder) builder).configureRoutes(camel);
            }
            return 0;
        } catch (Exception e) {
            return LoadStep.line(e);
        }
    }

    private Model model() {
        return camel.getCamelContextExtension().getContextPlugin(Model.class);
    }
}
