/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Route;
import org.apache.camel.component.platform.http.spi.PlatformHttpConsumerAware;
import org.apache.camel.support.service.ServiceHelper;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Paths;
import dev.serai.gateway.edition.DoorFront;
import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.reload.check.Causes;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * The consumers of the doors, and behind each the step that leads into the edition in force. A door whose address or options
 * change has its new consumer before the old one goes. For one thread.
 */
@Component
public final class DoorFronts {
    private final CamelContext camel;
    private final Editions editions;
    private final UnitBuilder builder;
    private final DoorMapping mapping;
    private final Map<DoorSpec, Running> inForce = new LinkedHashMap<>();
    private final List<Running> leaving = new ArrayList<>();

    /** A consumer that runs; its route's id has the number. */
    private record Running(DoorSpec spec, long number, DoorFront front) {
        String bean() {
            return "door-front-" + number;
        }

        String routeId() {
            return spec.id() + "--" + number + "-kdoor";
        }
    }

    DoorFronts(CamelContext camel, Editions editions, UnitBuilder builder, DoorMapping mapping) {
        this.camel = camel;
        this.editions = editions;
        this.builder = builder;
        this.mapping = mapping;
    }

    /** The doors that a change adds: running, but nobody gets through before {@link #flip}. */
    public final class Change {
        private final Collection<DoorSpec> wanted;
        private final Map<DoorSpec, Running> added = new LinkedHashMap<>();

        private Change(Collection<DoorSpec> wanted) {
            this.wanted = wanted;
        }

        /** The edition with these doors is in force. */
        public void flip() {
            added.values().forEach(door -> door.front().open());
            inForce.values().removeIf(door -> {
                boolean gone = !wanted.contains(door.spec());
                if (gone) {
                    leave(door);
                }
                return gone;
            });
            inForce.putAll(added);
        }

        /** They are not wanted after all; where one took an address, it is given back. */
        void undo() {
            for (Running door : added.values()) {
                door.front().open();
                leave(door);
            }
            if (!added.isEmpty()) {
                inForce.values().forEach(DoorFronts.this::registerAgain);
            }
        }
    }

    /** Starts the consumers that are not there; throws what Camel throws, and leaves nothing then. */
    public Change prepare(Collection<DoorSpec> wanted, RouteSet routes) {
        Change change = new Change(wanted);
        for (DoorSpec spec : wanted) {
            if (!inForce.containsKey(spec)) {
                Running door = new Running(spec, builder.number(), new DoorFront(spec.id(), editions));
                change.added.put(spec, door);
                try {
                    camel.getRegistry().bind(door.bean(), door.front());
                    builder.load("door-" + door.number() + ".yaml", script(door));
                } catch (Exception e) { // whatever Camel makes of an address
                    change.undo();
                    throw RouteFailures.explain(routes, e).orElseGet(() -> explained(spec, routes, e));
                }
            }
        }
        return change;
    }

    private static ConfigException explained(DoorSpec spec, RouteSet routes, Exception failure) {
        String problem = "the door '" + spec.id() + "' cannot be opened: " + Causes.deepest(failure);
        return routes.flows().stream()
                .filter(flow -> spec.id().equals(flow.id()))
                .findFirst()
                .map(flow -> flow.file().error(Paths.join(flow.at(), "from"), problem, "correct it"))
                .orElseGet(() -> new ConfigException(Path.of("routes"), 0, 0, problem, "correct it", failure));
    }

    /** Removes the consumers that left, once their last call has ended. */
    public void sweep() {
        leaving.removeIf(door -> {
            boolean over = door.front().calls() == 0;
            if (over) {
                builder.removeRoutes(door.number());
                camel.getRegistry().unbind(door.bean());
            }
            return over;
        });
    }

    /** Nothing comes through that door any more; what is under way goes on. */
    private void leave(Running door) {
        consumer(door).ifPresent(consumer -> {
            if (consumer instanceof PlatformHttpConsumerAware http) {
                mapping.remove(http.getPlatformHttpConsumer());
            } else {
                ServiceHelper.suspendService(consumer);
            }
        });
        leaving.add(door);
    }

    private void registerAgain(Running door) {
        consumer(door)
                .filter(PlatformHttpConsumerAware.class::isInstance)
                .ifPresent(
                        consumer -> mapping.restore(((PlatformHttpConsumerAware) consumer).getPlatformHttpConsumer()));
    }

    private Optional<Consumer> consumer(Running door) {
        return Optional.ofNullable(camel.getRoute(door.routeId())).map(Route::getConsumer);
    }

    private static ArrayNode script(Running door) {
        DoorSpec spec = door.spec();
        ArrayNode script = JsonNodeFactory.instance.arrayNode();
        ObjectNode route = script.addObject().putObject("route");
        route.put("id", door.routeId());
        if (!spec.precondition().isMissingNode()) {
            route.set("precondition", spec.precondition());
        }
        route.putObject("errorHandler").putObject("noErrorHandler");
        ObjectNode from = route.putObject("from").put("uri", spec.uri());
        if (!spec.parameters().isMissingNode()) {
            from.set("parameters", spec.parameters());
        }
        from.putArray("steps").addObject().putObject("process").put("ref", door.bean());
        return script;
    }
}
