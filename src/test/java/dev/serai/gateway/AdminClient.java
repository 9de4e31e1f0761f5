/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator who uses the admin API of a gateway under test. */
record AdminClient(URI base, Path home) {
    static final String KEY = "sk-serai-operator-of-the-admin-tests-000000000000000";

    private static final Pattern SHELL = Pattern.compile("(?ms)^```sh\n(.*?)^```$");
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** The first-run caller, who may not use it, the operator, and one without a key. */
    static String callers() {
        String[] local = {"organisation: local", "team: local"};
        return GatewayYaml.callers("diagnose, pin")
                + GatewayYaml.caller("ops", KEY, "permissions: [admin, diagnose]", local[0], local[1])
                + GatewayYaml.caller("support-web", null, "priority: 5", local[0], local[1]);
    }

    AdminClient(GatewayUnderTest gateway) {
        this(gateway.baseUrl(), gateway.home());
    }

    /** What it answers; it has to. */
    JsonNode get(String path) throws Exception {
        return answer(ask("GET", path, null));
    }

    JsonNode post(String path, String body) throws Exception {
        return answer(ask("POST", path, body));
    }

    private static JsonNode answer(GatewayClient.Reply reply) throws IOException {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    /** What {@code routes} says of a task. */
    JsonNode route(String task) throws Exception {
        for (JsonNode route : get("routes").path("routes")) {
            if (route.path("task").asText().equals(task)) {
                return route;
            }
        }
        throw new AssertionError("no route of " + task);
    }

    GatewayClient.Reply ask(String method, String path, String body) throws Exception {
        return ask(method, path, body, KEY);
    }

    GatewayClient.Reply ask(String method, String path, String body, String key) throws Exception {
        return GatewayClient.Reply.of(send(base, method, path, body, key));
    }

    /** @param body null for none */
    static HttpResponse<String> send(URI base, String method, String path, String body, String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("/gateway/admin/" + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The value of the one sample of that name and these tags, as Prometheus scrapes it; null where there is none. */
    Double scraped(String nameAndTags) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(base.resolve("/actuator/prometheus")).build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(nameAndTags + " "))
                .map(line -> Double.valueOf(line.substring(nameAndTags.length() + 1)))
                .findFirst()
                .orElse(null);
    }

    /** The entry of the audit log on a change. */
    JsonNode audit(String requestId) throws IOException {
        for (String line : Files.readAllLines(home.resolve("data/audit/audit.jsonl"))) {
            JsonNode entry = Json.MAPPER.readTree(line);
            if (entry.path("requestId").asText().equals(requestId)) {
                return entry;
            }
        }
        throw new AssertionError("no audit entry of " + requestId);
    }

    /** Runs the shell blocks of a page in Serai's home, all but the first, which names the address and the key. */
    int runPage(String page) throws Exception {
        List<String> blocks = SHELL.matcher(
                        Files.readString(GatewayHome.repository().resolve(page)))
                .results()
                .map(block -> block.group(1))
                .skip(1)
                .toList();
        for (String block : blocks) {
            ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", block)
                    .redirectErrorStream(true)
                    .directory(home.toFile());
            shell.environment().put("SERAI", base.toString());
            shell.environment().put("KEY", KEY);
            Process process = shell.start();
            String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor()).as(block + output).isZero();
        }
        return blocks.size();
    }
}
