/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.camel.AsyncProcessor;

import dev.serai.gateway.config.Texts;
import dev.serai.gateway.task.TaskSource;
import dev.serai.gateway.task.TaskVersion;

/**
 * Routes that were built together, mostly those of one file, and can be entered beside those of an earlier build: their ids
 * end with the unit's number, and they consume from names that this keeps. Thread-safe.
 */
public final class Unit {
    private static final Pattern ROUTE_ID = Pattern.compile("(.*?)--(\\d+)(-k.*)?");

    private final long number;
    private final Texts texts;
    private final Map<String, TaskSource> sources;
    private final Map<String, AsyncProcessor> flows = new ConcurrentHashMap<>();
    private final Map<String, TaskVersion> tasks = new ConcurrentHashMap<>();

    /**
     * @param texts   what its contracts' files are read from
     * @param sources what its tasks are made from, by name
     */
    public Unit(long number, Texts texts, Map<String, TaskSource> sources) {
        this.number = number;
        this.texts = texts;
        this.sources = Map.copyOf(sources);
    }

    /** The unit's number in a route's id; -1 for a route that belongs to none. */
    static long numberIn(String routeId) {
        Matcher matcher = ROUTE_ID.matcher(String.valueOf(routeId));
        return matcher.matches() ? Long.parseLong(matcher.group(2)) : -1;
    }

    /** The id that a route has in its file. */
    public static String authorsId(String routeId) {
        Matcher matcher = ROUTE_ID.matcher(routeId);
        return matcher.matches() ? matcher.group(1) : routeId;
    }

    /** A name of the author's that is this unit's own. */
    public String own(String name) {
        return name + "--" + number;
    }

    public boolean owns(String routeId) {
        return isOf(number, routeId);
    }

    /** Whether a route's id has that number. */
    public static boolean isOf(long number, String routeId) {
        return numberIn(routeId) == number;
    }

    public long number() {
        return number;
    }

    public Texts texts() {
        return texts;
    }

    public TaskSource source(String task) {
        return sources.getOrDefault(task, TaskSource.INLINE);
    }

    /** A route can be entered by that name now, e.g. {@code direct:gateway}; also without the unit's number in it. */
    public void open(String name, AsyncProcessor route) {
        flows.put(name, route);
        String own = own("");
        if (name.endsWith(own)) {
            flows.put(name.substring(0, name.length() - own.length()), route);
        }
    }

    public void close(AsyncProcessor route) {
        flows.values().removeIf(route::equals);
    }

    public void open(TaskVersion task) {
        tasks.put(task.name(), task);
    }

    public void close(TaskVersion task) {
        tasks.remove(task.name(), task);
    }

    public Map<String, AsyncProcessor> flows() {
        return flows;
    }

    public Map<String, TaskVersion> tasks() {
        return tasks;
    }
}
