/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.camel.CamelContext;
import org.awaitility.Awaitility;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmComponent;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.sim.SimHost;
import dev.serai.llm.provider.sim.SimJournal;

/**
 * The real application on a free port, with a serai.home of its own: the repository's routes/ and config/, and a test's
 * files over them. A start takes seconds: test classes with the same files share one by {@link Builder#shared()}. One runs
 * at a time, because logging, and so the file of decision records, belongs to the whole JVM.
 *
 * <pre>
 * GatewayUnderTest gateway = GatewayUnderTest.builder()
 *         .deployment("broken", "llm:sim/overloaded")
 *         .task("fragile", "broken,sim-quick")
 *         .shared();
 * </pre>
 */
public final class GatewayUnderTest implements AutoCloseable {
    private static final Duration RECORD_IS_OUT = Duration.ofSeconds(5);
    private static final Duration AT_REST = Duration.ofMillis(300);

    private static GatewayUnderTest running;
    private static boolean closesAtExit;

    private final Builder setup;
    private final Path home;
    private final ServletWebServerApplicationContext application;

    private GatewayUnderTest(Builder setup) {
        this.setup = setup;
        this.home = GatewayHome.make(setup.contents());
        List<String> arguments = new ArrayList<>(List.of("--serai.home=" + home, "--server.port=0"));
        arguments.addAll(setup.arguments());
        try {
            this.application = (ServletWebServerApplicationContext)
                    SpringApplication.run(SeraiApplication.class, arguments.toArray(String[]::new));
        } catch (RuntimeException | Error e) {
            GatewayHome.delete(home);
            throw e;
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** E.g. {@code http://localhost:40123}. */
    public URI baseUrl() {
        return URI.create("http://localhost:" + application.getWebServer().getPort());
    }

    /** The key of the caller {@code first-run}. */
    public String key() {
        try {
            return Files.readString(home.resolve("data/first-run-key")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path home() {
        return home;
    }

    public CamelContext camel() {
        return application.getBean(CamelContext.class);
    }

    public <T> T bean(Class<T> type) {
        return application.getBean(type);
    }

    public SimHost sim() {
        return camel().getComponent("llm", LlmComponent.class).sim();
    }

    /** What the simulated provider was asked. */
    public SimJournal journal() {
        return sim().journal();
    }

    /** How many records there are once those of earlier calls have all come: a record follows its answer by a moment. */
    public int recordsAtRest() {
        AtomicInteger last = new AtomicInteger(-1);
        Awaitility.await().atMost(RECORD_IS_OUT).pollInterval(AT_REST).until(() -> {
            int now = records().size();
            return last.getAndSet(now) == now;
        });
        return last.get();
    }

    /** The decision records written so far. */
    public List<JsonNode> records() {
        try {
            return Files.readAllLines(home.resolve("data/records/decision-records.jsonl")).stream()
                    .map(GatewayUnderTest::parse)
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The decision record of a call; it is written after the call's last byte, so this waits for it. */
    public JsonNode awaitRecord(String requestId) {
        return Awaitility.await("the decision record of " + requestId)
                .atMost(RECORD_IS_OUT)
                .until(() -> record(requestId), Optional::isPresent)
                .orElseThrow();
    }

    @Override
    public void close() {
        synchronized (GatewayUnderTest.class) {
            if (running == this) {
                running = null;
            }
            if (application.isActive()) {
                application.close();
                GatewayHome.delete(home);
            }
        }
    }

    private Optional<JsonNode> record(String requestId) {
        return records().stream()
                .filter(entry -> requestId.equals(entry.path("requestId").textValue()))
                .findFirst();
    }

    private static JsonNode parse(String line) {
        try {
            return Json.MAPPER.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void closeRunning() {
        synchronized (GatewayUnderTest.class) {
            if (running != null) {
                running.close();
            }
        }
    }

    /** What is different from the repository's own configuration. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> files = new TreeMap<>();
        private final Map<String, String> deployments = new LinkedHashMap<>();
        private final Map<String, String> properties = new TreeMap<>();

        private Builder() {}

        /** Adds a file, or replaces the repository's; the path is below serai.home, e.g. {@code config/callers.yaml}. */
        public Builder file(String path, String content) {
            files.put(path, content);
            return this;
        }

        /** Adds a deployment with every capability to the repository's; further lines of YAML may follow the URI. */
        public Builder deployment(String name, String uri, String... lines) {
            deployments.put(name, GatewayYaml.deployment(name, uri, lines));
            return this;
        }

        /** Adds a task that asks these deployments by {@code kamelet:fallback}; parameters are lines of YAML. */
        public Builder task(String name, String deploymentNames, String... parameters) {
            return file("routes/tasks/" + name + ".yaml", GatewayYaml.task(name, deploymentNames, parameters));
        }

        /** Sets a property of the application, e.g. {@code serai.stream.heartbeat}. */
        public Builder property(String key, String value) {
            properties.put(key, value);
            return this;
        }

        /** Starts a gateway that its test closes. */
        public GatewayUnderTest start() {
            synchronized (GatewayUnderTest.class) {
                closeRunning();
                running = new GatewayUnderTest(this);
                return running;
            }
        }

        /** The running gateway if it was set up the same way, else a new one; nobody needs to close it. */
        public GatewayUnderTest shared() {
            synchronized (GatewayUnderTest.class) {
                if (running != null && running.setup.sameAs(this)) {
                    return running;
                }
                if (!closesAtExit) {
                    closesAtExit = true;
                    Runtime.getRuntime().addShutdownHook(new Thread(GatewayUnderTest::closeRunning));
                }
                return start();
            }
        }

        /** The properties, as a command line has them. */
        List<String> arguments() {
            List<String> arguments = new ArrayList<>();
            properties.forEach((key, value) -> arguments.add("--" + key + "=" + value));
            return arguments;
        }

        /** A home with these files, for a gateway in another JVM; its caller deletes it. */
        Path home() {
            return GatewayHome.make(contents());
        }

        private Map<String, String> contents() {
            Map<String, String> all = new TreeMap<>(files);
            if (!deployments.isEmpty()) {
                String own = files.getOrDefault(GatewayHome.DEPLOYMENTS, GatewayYaml.simDeployments());
                all.put(GatewayHome.DEPLOYMENTS, own + String.join("\n", deployments.values()));
            }
            return all;
        }

        private boolean sameAs(Builder other) {
            return contents().equals(other.contents()) && properties.equals(other.properties);
        }
    }
}
