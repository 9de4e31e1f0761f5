/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

/** The built jar in a JVM of its own, as operators run it. */
final class JarUnderTest implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(120);

    private final Path home;
    private final int port;
    private final List<String> command;
    private volatile Process process;

    private JarUnderTest(Path home, int port, List<String> command) throws IOException {
        this.home = home;
        this.port = port;
        this.command = command;
        this.process = run();
    }

    static JarUnderTest start(GatewayUnderTest.Builder setup, String... jvmOptions) throws IOException {
        Path jar = GatewayHome.repository().resolve("processors/target/serai-gateway.jar");
        Assumptions.assumeTrue(Files.isRegularFile(jar), () -> jar + " is not built");
        Path home = setup.home();
        int port = freePort();
        Stream<String> command = Stream.of(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        Stream.of(jvmOptions),
                        Stream.of("-jar", jar.toString(), "--serai.home=" + home, "--server.port=" + port),
                        setup.arguments().stream())
                .flatMap(part -> part);
        JarUnderTest gateway = new JarUnderTest(home, port, command.toList());
        FaultBed.within(START).until(gateway::isUp);
        return gateway;
    }

    private Process run() throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(new File(home.toFile(), "gateway.log")))
                .start();
    }

    /** As a crash does it: it has no time for anything. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Again, in the same home. */
    void restart() throws IOException {
        process = run();
        FaultBed.within(START).until(this::isUp);
    }

    URI baseUrl() {
        return URI.create("http://localhost:" + port);
    }

    Path home() {
        return home;
    }

    String key() throws IOException {
        return Files.readString(home.resolve("data/first-run-key")).strip();
    }

    long pid() {
        return process.pid();
    }

    long records() throws IOException {
        try (Stream<String> lines = recordLines()) {
            return lines.count();
        }
    }

    /** The decision records written so far, one a line; to be closed. */
    Stream<String> recordLines() throws IOException {
        return Files.lines(home.resolve("data/records/decision-records.jsonl"));
    }

    /** What it has printed. */
    String log() throws IOException {
        return Files.readString(home.resolve("gateway.log"));
    }

    /** The decision record of a call, which follows its answer by a moment. */
    JsonNode awaitRecord(String requestId) {
        return FaultBed.within(Duration.ofSeconds(5))
                .until(() -> record(requestId), Optional::isPresent)
                .orElseThrow();
    }

    private Optional<JsonNode> record(String requestId) throws IOException {
        try (Stream<String> lines = recordLines()) {
            Optional<String> line =
                    lines.filter(text -> text.contains(requestId)).findFirst();
            return line.isEmpty() ? Optional.empty() : Optional.of(Json.MAPPER.readTree(line.get()));
        }
    }

    /** Resident memory, its peak and the number of threads, as Linux tells them. */
    String memory() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.exists(status)) {
            return "memory unknown";
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.matches("(VmRSS|VmHWM|Threads):.*"))
                    .map(line -> line.replaceAll("\\s+", " "))
                    .collect(Collectors.joining(", "));
        }
    }

    private boolean isUp() throws InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException("the gateway did not start: see " + home.resolve("gateway.log"));
        }
        try {
            HttpRequest health = HttpRequest.newBuilder(baseUrl().resolve("/actuator/health"))
                    .build();
            return HttpClient.newHttpClient()
                            .send(health, HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        process.waitFor();
        GatewayHome.delete(home);
    }
}
