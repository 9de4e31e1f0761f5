/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Texts;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.gateway.task.TaskSource;

/**
 * What a unit of routes is to be built of. Immutable; nothing in it is changed.
 *
 * @param name           the path of its file, or the id of the one route that was stamped
 * @param key            hash of all below: a unit that was built of the same is the same
 * @param file           what errors name
 * @param entries        those that concern the whole file, such as onException and beans
 * @param routes         the routes, each with its author's id
 * @param configurations the route configurations that they name, or that hold for all
 * @param kamelets       names of those that they use, also through others
 * @param tasks          all that a version of each of its tasks has to keep, by name
 * @param sources        what its tasks are made from, by name
 * @param parts          the files that all this comes from, its own among them
 * @param texts          what its contracts' files are read from
 */
public record UnitPlan(
        String name,
        String key,
        RouteFile file,
        List<ObjectNode> entries,
        List<ObjectNode> routes,
        List<ObjectNode> configurations,
        Set<String> kamelets,
        Map<String, TaskTexts> tasks,
        Map<String, TaskSource> sources,
        Set<Path> parts,
        Texts texts) {
    /** The doors among its routes. */
    public List<DoorSpec> doors() {
        return UnitScript.doors(this);
    }
}
