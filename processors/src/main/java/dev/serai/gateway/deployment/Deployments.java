/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import dev.serai.gateway.config.Located;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.config.StrictYaml;

/** All of {@code config/deployments.yaml}, as it was when it was read. Immutable and thread-safe. */
public final class Deployments {
    private final Map<String, Located<Deployment>> byName;
    private final Collection<Deployment> all;
    private final Map<String, Credential> credentials;

    private Deployments(Map<String, Credential> credentials, Map<String, Located<Deployment>> byName) {
        this.credentials = credentials;
        this.byName = byName;
        this.all = byName.values().stream().map(Located::value).toList();
    }

    /** Reads the file, or throws {@link dev.serai.gateway.config.ConfigException}. */
    public static Deployments read(Path file, UnaryOperator<String> placeholders) {
        return parse(StrictYaml.read(file, placeholders));
    }

    /** The same of text that has been read from that file. */
    public static Deployments parse(Path file, String text, UnaryOperator<String> placeholders) {
        return parse(StrictYaml.parse(file, text, placeholders));
    }

    private static Deployments parse(StrictYaml read) {
        StrictYaml yaml = read.onlyKeys("credentials", "defaults", "deployments");
        Map<String, Credential> credentials = new LinkedHashMap<>();
        yaml.entries("credentials", "credential", Credential.class)
                .forEach((name, entry) -> credentials.put(name, entry.value()));
        Map<String, Located<Deployment>> deployments = yaml.withDefaults("defaults", "deployments")
                .withReferences(Credential.class, "credentials", credentials)
                .entries("deployments", "deployment", Deployment.class);
        return new Deployments(Map.copyOf(credentials), deployments);
    }

    public Optional<Deployment> find(String name) {
        return Optional.ofNullable(byName.get(name)).map(Located::value);
    }

    /** In the order of the file. */
    public Collection<Deployment> all() {
        return all;
    }

    public Set<String> names() {
        return byName.keySet();
    }

    public Map<String, Credential> credentials() {
        return credentials;
    }

    /** A deployment with its place in the file, for a check across files; it must exist. */
    public Located<Deployment> located(String name) {
        return byName.get(name);
    }

    /** What to tell the author of a file that names a deployment which doesn't exist. */
    public String fixForUnknown(String name) {
        return Spelling.fix(name, "deployments", byName.keySet());
    }
}
