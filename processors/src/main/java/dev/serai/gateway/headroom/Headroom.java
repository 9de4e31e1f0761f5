/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.SharedMap;
import dev.serai.gateway.task.TaskRegistry;
import dev.serai.gateway.task.TaskVersion;

/** The report on every task, over the whole fleet as far as it is in reach. Thread-safe. */
@Component
public final class Headroom {
    private static final String KEY = "all";

    private final Catalogue catalogue;
    private final TaskRegistry tasks;
    private final Selection selection;
    private final Traffic traffic;
    private final Fleet fleet;
    private final SharedMap<FleetTraffic> shared;

    /** A task's deployments that are not left out for good. */
    private record Chain(String task, List<Deployment> deployments) {
        Deployment primary() {
            return deployments.get(0);
        }

        List<Deployment> fallbacks() {
            return deployments.subList(1, deployments.size());
        }
    }

    Headroom(Catalogue catalogue, TaskRegistry tasks, Selection selection, Traffic traffic, Fleet fleet) {
        this.catalogue = catalogue;
        this.tasks = tasks;
        this.selection = selection;
        this.traffic = traffic;
        this.fleet = fleet;
        this.shared = fleet.map("traffic");
    }

    /** Tells the fleet what this instance carries. */
    void publish() {
        shared.change(KEY, FleetTraffic.tell(fleet.self(), new TreeMap<>(traffic.lastMinute())));
    }

    /** All tasks that have a deployment which can be called, by name. */
    public List<TaskHeadroom> report() {
        Map<Flow, Load> loads = loads();
        List<Chain> chains = tasks.all().stream()
                .sorted(Comparator.comparing(TaskVersion::name))
                .map(this::chain)
                .filter(chain -> !chain.deployments().isEmpty())
                .toList();
        return chains.stream().map(chain -> report(chain, chains, loads)).toList();
    }

    /** What the fleet last said, with this instance's own numbers as they are now. */
    private Map<Flow, Load> loads() {
        FleetTraffic last = shared.get(KEY);
        return FleetTraffic.tell(fleet.self(), new TreeMap<>(traffic.lastMinute()))
                .apply(last, shared.now())
                .sum(shared.now());
    }

    /** As {@link Selection} takes them for a call, but for what depends on the call. */
    private Chain chain(TaskVersion task) {
        List<Deployment> usable = task.deployments().stream()
                .map(catalogue.current()::find)
                .flatMap(Optional::stream)
                .filter(Deployment::usable)
                .toList();
        boolean real = usable.stream().anyMatch(deployment -> !deployment.demo());
        return new Chain(
                task.name(),
                usable.stream()
                        .filter(deployment -> !real || !deployment.demo())
                        .toList());
    }

    private TaskHeadroom report(Chain chain, List<Chain> all, Map<Flow, Load> loads) {
        List<DeploymentHeadroom> views = new ArrayList<>();
        for (Deployment deployment : chain.deployments()) {
            String role = deployment.equals(chain.primary()) ? "primary" : "fallback";
            views.add(DeploymentHeadroom.of(
                    deployment, role, selection.leftAlone(deployment), carried(loads, deployment)));
        }
        Load load = loads.getOrDefault(new Flow(chain.task(), chain.primary().name()), Load.NONE);
        List<Load> rivals = chain.fallbacks().stream()
                .map(fallback -> rivals(chain.primary(), fallback, all, loads))
                .toList();
        Judgement judgement = new Judgement(load, views.subList(1, views.size()), rivals);
        return new TaskHeadroom(
                chain.task(), judgement.verdict(), judgement.headroom(), load, judgement.shortBy(), views);
    }

    private static Load carried(Map<Flow, Load> loads, Deployment deployment) {
        return loads.entrySet().stream()
                .filter(entry -> entry.getKey().deployment().equals(deployment.name()))
                .map(Map.Entry::getValue)
                .reduce(Load.NONE, Load::plus);
    }

    /** What a primary carries for all tasks that would turn to that fallback without it. */
    private static Load rivals(Deployment primary, Deployment fallback, List<Chain> all, Map<Flow, Load> loads) {
        return all.stream()
                .filter(chain ->
                        chain.primary().equals(primary) && chain.fallbacks().contains(fallback))
                .map(chain -> loads.getOrDefault(new Flow(chain.task(), primary.name()), Load.NONE))
                .reduce(Load.NONE, Load::plus);
    }
}
