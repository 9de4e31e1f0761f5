/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.reload.file.RouteSet;
import dev.serai.gateway.reload.watch.FileScan;
import dev.serai.gateway.task.TaskSource;

/** A home with the shipped pattern and deployment template, four deployments, and whatever files a test adds. */
public final class RouteHome {
    private static final Path SHIPPED = Path.of("").toAbsolutePath();

    /** Two alike in the EU, one without tools, one in the US. */
    private static final String DEPLOYMENTS = """
            defaults:
              retention: none
              dataClasses: [public, internal]
              contextWindow: 8000
              maxOutputTokens: 1000
              price: sim
            deployments:
              one: { uri: "llm:sim/chat", region: eu, capabilities: [tools, json_schema] }
              two: { uri: "llm:sim/quick", region: eu, capabilities: [tools, json_schema] }
              plain: { uri: "llm:sim/quick", region: eu }
              verdicts: { uri: "llm:sim/quick", region: eu, capabilities: [json_schema] }
              abroad: { uri: "llm:sim/quick", region: us, retention: 30d, capabilities: [tools] }
            """;

    private static final Map<String, String> PROPERTIES =
            Map.of("{{a.property}}", "llm:openai/gpt-4.1", "{{a.deployment}}", "one", "{{a.typo}}", "oen");

    private final Path path;

    public RouteHome(Path path) {
        this.path = path;
        copy("routes/deployment.yaml");
        copy("routes/patterns/fallback.kamelet.yaml");
        write("config/deployments.yaml", DEPLOYMENTS);
        write("config/prompt.md", "Be brief.");
    }

    public static Path shipped() {
        return SHIPPED;
    }

    public Path path() {
        return path;
    }

    public RouteHome write(String file, String text) {
        try {
            Path target = path.resolve(file);
            Files.createDirectories(target.getParent());
            Files.writeString(target, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds the gateway's own routes and its callers: enough for a start. */
    public RouteHome gateway() {
        for (String file : List.of("routes/gateway.yaml", "routes/telemetry.yaml", "config/callers.yaml")) {
            copy(file);
        }
        return this;
    }

    /** Adds deployments that make vectors: two of one model under two names, and others. */
    RouteHome embeddings() {
        String base = "?baseUrl=http://localhost:1/v1\", region: eu, capabilities: [embeddings]";
        return write("config/deployments.yaml", DEPLOYMENTS + """
                  small: { uri: "llm:openai-compatible/small%1$s }
                  small-in-azure: { uri: "llm:openai-compatible/prod-7%1$s, embeddingModel: small }
                  small-elsewhere: { uri: "llm:openai-compatible/copy%1$s }
                  large: { uri: "llm:openai-compatible/large%1$s }
                  demo: { uri: "llm:sim/quick", region: eu, capabilities: [embeddings], demo: true }
                """.formatted(base));
    }

    /** Writes a task named t, whose steps begin in line 9, and whose parameters are in line 7 and before. */
    public RouteHome task(String parameter, String steps) {
        return write("routes/tasks/t.yaml", """
                - route:
                    id: t
                    from:
                      uri: task:t
                      parameters:
                        owner: me
                        %s
                      steps:
                """.formatted(parameter) + steps.indent(8));
    }

    public String read(String file) {
        try {
            return Files.readString(path.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong, with paths that start at the home. */
    List<String> problems() {
        Problems problems = new Problems();
        check(problems);
        return problems.all().stream()
                .map(problem -> problem.getMessage().replace(path + "/", ""))
                .toList();
    }

    RouteSet check(Problems problems) {
        return RouteChecks.check(scope(), problems);
    }

    Scope scope() {
        Deployments deployments = Deployments.read(path.resolve("config/deployments.yaml"), UnaryOperator.identity());
        return new Scope(FileScan.now(path, Set.of()), deployments, RouteHome::properties);
    }

    /** What the task named t is made from. */
    TaskSource source() {
        Problems problems = new Problems();
        RouteSet routes = check(problems);
        problems.raise();
        return TaskSources.of(routes.tasks().get(0), routes, scope());
    }

    private static String properties(String text) {
        for (var property : PROPERTIES.entrySet()) {
            if (text.contains(property.getKey())) {
                return text.replace(property.getKey(), property.getValue());
            }
        }
        throw new IllegalArgumentException(text);
    }

    private void copy(String file) {
        try {
            write(file, Files.readString(SHIPPED.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
