/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.util.Set;

import dev.serai.gateway.admission.quota.Quota;
import dev.serai.gateway.config.Rules;

/**
 * An application that calls the gateway, however it proved who it is. Immutable and thread-safe; no component is null.
 *
 * @param name         kebab-case, unique
 * @param organisation the tenant: caches, budgets and data rules never cross it
 * @param team         who owns the application
 * @param feature      what its calls are for, in reports
 * @param permissions  none unless given
 * @param tasks        the tasks it may call; empty for all
 * @param dataClasses  the classes of data it may send; at least one
 * @param regions      where its data may be processed; empty for anywhere the task allows
 * @param priority     0 (shed first) to 9; 5 unless given
 * @param quotas       what it may have a minute
 */
public record Caller(
        String name,
        String organisation,
        String team,
        String feature,
        Set<Permission> permissions,
        Set<String> tasks,
        Set<String> dataClasses,
        Set<String> regions,
        int priority,
        Quota quotas) {

    public static final int DEFAULT_PRIORITY = 5;

    public Caller {
        Rules.name("name", name);
        Rules.name("organisation", organisation);
        Rules.name("team", team);
        Rules.name("feature", feature);
        permissions = Set.copyOf(permissions);
        tasks = Rules.names("tasks", tasks);
        dataClasses = Rules.names("dataClasses", Rules.filled("dataClasses", dataClasses));
        regions = Rules.names("regions", regions);
        Rules.range("priority", priority, 0, 9);
        quotas = Rules.orElse(quotas, Quota.NONE);
    }

    /** Without limits of its own. */
    public Caller(
            String name,
            String organisation,
            String team,
            String feature,
            Set<Permission> permissions,
            Set<String> tasks,
            Set<String> dataClasses,
            Set<String> regions,
            int priority) {
        this(name, organisation, team, feature, permissions, tasks, dataClasses, regions, priority, Quota.NONE);
    }

    public boolean may(Permission permission) {
        return permissions.contains(permission);
    }

    public boolean mayCall(String task) {
        return tasks.isEmpty() || tasks.contains(task);
    }
}
