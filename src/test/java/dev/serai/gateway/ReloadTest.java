/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.SimpleEventNotifierSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.reload.RouteDeployer;
import dev.serai.gateway.reload.version.ServedVersion;
import dev.serai.gateway.reload.version.Serving;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that are edited while the gateway serves. */
class ReloadTest {
    private ReloadBed bed;

    @BeforeEach
    void start() {
        bed = new ReloadBed(
                ReloadBed.setup(120).property(ReloadBed.POLL, "200ms").start());
    }

    @AfterEach
    void stop() {
        bed.gateway().close();
    }

    private JsonNode recordOf(GatewayClient.Reply reply) {
        return bed.gateway().awaitRecord(reply.requestId()).at("/task");
    }

    @Test
    @DisplayName("Q1 R1: an edited task serves new calls, and their records name the new version")
    void anEditedTask() throws Exception {
        // Given
        assertThat(bed.ask("answer")).isEqualTo("one");
        JsonNode before = recordOf(bed.client().chat("answer", false));
        // When
        bed.edit(ReloadBed.TASK, "says-one", "says-two");
        bed.awaitAnswer("answer", "two");
        // Then
        JsonNode after = recordOf(bed.client().chat("answer", false));
        assertThat(before.path("routeVersion").asText()).startsWith("v1-");
        assertThat(after.path("routeVersion").asText()).startsWith("v2-");
        assertThat(after.path("profileVersion")).isNotEqualTo(before.path("profileVersion"));
    }

    @Test
    @DisplayName("C3: an edited prompt, schema or kamelet is a new version of the tasks that use it, and of no other")
    void whatATaskIsBuiltOf() throws Exception {
        // Given
        bed.write("config/prompts/answer.md", "Be brief.");
        bed.edit(ReloadBed.TASK, "owner: tests", "owner: tests\n        prompt: config/prompts/answer.md");
        ReloadBed.await("v2").until(() -> version("answer").startsWith("v2-"));
        String other = version("ticket-classify");
        // When
        bed.write("config/prompts/answer.md", "Be very brief.");
        // Then
        ReloadBed.await("v3").until(() -> version("answer").startsWith("v3-"));
        assertThat(version("ticket-classify")).isEqualTo(other);
        // When
        bed.write(
                "routes/patterns/fallback.kamelet.yaml",
                bed.read("routes/patterns/fallback.kamelet.yaml") + "# edited\n");
        // Then
        ReloadBed.await("v4").until(() -> version("answer").startsWith("v4-"));
        assertThat(bed.ask("answer")).isEqualTo("one");
        ReloadBed.await("the routes of the old kamelet are gone")
                .until(() -> bed.routes("answer--").size() == 2);
    }

    private String version(String task) throws Exception {
        return recordOf(bed.client().chat(task, false)).path("routeVersion").asText();
    }

    @Test
    @DisplayName("Q1: files come, get another name and go")
    void addedRenamedAndDeletedFiles() {
        bed.write("routes/tasks/fresh.yaml", GatewayYaml.task("fresh", "says-three"));
        bed.awaitAnswer("fresh", "three");
        bed.move("routes/tasks/fresh.yaml", "routes/tasks/other.yaml");
        bed.edit("routes/tasks/other.yaml", "task:fresh", "task:renamed");
        bed.awaitAnswer("renamed", "three");
        bed.awaitAnswer("fresh", "status 404");
        bed.delete("routes/tasks/other.yaml");
        bed.awaitAnswer("renamed", "status 404");
        ReloadBed.await("its routes are gone").until(() -> bed.routes("fresh").isEmpty());
    }

    @Test
    @DisplayName("Q1: several routes in one file, which call each other")
    void severalRoutesInOneFile() {
        bed.write(ReloadBed.TASK, GatewayYaml.task("answer", "says-one") + """
                - route:
                    id: second
                    from:
                      uri: task:second
                      parameters: { owner: tests }
                      steps:
                        - to: direct:helper
                - route:
                    id: helper
                    from:
                      uri: direct:helper
                      steps:
                        - to: deployment:says-two
                """);
        bed.awaitAnswer("second", "two");
        bed.edit(ReloadBed.TASK, "deployment:says-two", "deployment:says-three");
        bed.awaitAnswer("second", "three");
        bed.write(ReloadBed.TASK, GatewayYaml.task("answer", "says-two"));
        bed.awaitAnswer("second", "status 404");
        bed.awaitAnswer("answer", "two");
        ReloadBed.await("old routes are gone").until(() -> bed.routes("helper").isEmpty());
    }

    @Test
    @DisplayName("Q1: settings of a deployment hold for new calls; one that is used cannot be removed")
    void deployments() throws Exception {
        // When
        bed.edit(ReloadBed.DEPLOYMENTS, "sim.answer=one", "sim.answer=uno");
        // Then
        bed.awaitAnswer("answer", "uno");
        // When
        bed.write(ReloadBed.DEPLOYMENTS, bed.read(ReloadBed.DEPLOYMENTS).replace("  says-one:", "  renamed:"));
        // Then
        assertThat(bed.awaitProblems())
                .anyMatch(problem -> problem.startsWith(ReloadBed.TASK + ":12: there is no deployment 'says-one'"));
        assertThat(bed.ask("answer")).isEqualTo("uno");
        // When the task follows
        bed.edit(ReloadBed.TASK, "says-one", "renamed");
        bed.awaitNoProblems();
        assertThat(bed.ask("answer")).isEqualTo("uno");
    }

    @Test
    @DisplayName("Q1: a caller that is added may call, one that is removed may not")
    void callers() {
        GatewayClient second = new GatewayClient(bed.gateway().baseUrl(), DoorGateway.PLAIN_KEY);
        String before = bed.read("config/callers.yaml");
        String added = GatewayYaml.caller("second", DoorGateway.PLAIN_KEY);
        bed.write("config/callers.yaml", before + "\n" + added);
        ReloadBed.await("200").until(() -> second.chat("answer", false).status() == 200);
        bed.write("config/callers.yaml", before);
        ReloadBed.await("401").until(() -> second.chat("answer", false).status() == 401);
    }

    @Test
    @DisplayName("Q1: the gateway's own flows, templates, route configurations and doors change as well")
    void sharedFlows() throws Exception {
        for (String file : new String[] {
            "routes/gateway.yaml", "routes/deployment.yaml", "routes/telemetry.yaml", "routes/doors/openai-chat.yaml"
        }) {
            Set<String> before = Set.copyOf(bed.routes(""));
            bed.write(file, bed.read(file).replaceFirst("steps:", "steps:\n" + step(file)));
            ReloadBed.await(file + " is in force").until(() -> !bed.routes("").equals(before) && idle());
            assertThat(bed.problems()).isEmpty();
            assertThat(bed.ask("answer")).isEqualTo("one");
        }
        bed.edit("routes/doors/openai-chat.yaml", "platform-http:/v1/chat/completions", "platform-http:/v9/chat");
        bed.awaitAnswer("answer", "status 404");
        bed.edit("routes/doors/openai-chat.yaml", "platform-http:/v9/chat", "platform-http:/v1/chat/completions");
        bed.awaitAnswer("answer", "one");
    }

    private boolean idle() {
        return bed.routes("gateway--").size() == 1
                && bed.routes("deployment-says-one--").size() == 1;
    }

    /** A step that does nothing, indented as the file's first steps are. */
    private String step(String file) {
        String text = bed.read(file);
        int steps = text.indexOf("steps:");
        String indent = " ".repeat(steps - text.lastIndexOf('\n', steps) - 1 + 2);
        return indent + "- log: { message: edited, loggingLevel: TRACE }";
    }

    @Test
    @DisplayName(
            "Q2: a stream that began before a reload ends on the version it began on, and then its routes are gone")
    void aStreamAcrossReloads() throws Exception {
        // Given
        String whole = bed.client().chat("quick", false).text();
        CompletableFuture<GatewayClient.Reply> stream = bed.client().chatAsync("long", true, "Where is my order?");
        // When
        ReloadBed.await("it has begun")
                .until(() -> bed.gateway().bean(Editions.class).current().calls() == 1);
        bed.apply(() -> bed.edit("routes/tasks/long.yaml", "speaks-long", "says-two"));
        String edited = bed.ask("long");
        bed.apply(() -> bed.delete("routes/tasks/long.yaml"));
        String deleted = bed.ask("long");
        boolean streaming = !stream.isDone();
        // Then
        GatewayClient.Reply reply = stream.join();
        assertThat(edited).isEqualTo("two");
        assertThat(deleted).isEqualTo("status 404");
        assertThat(streaming).as("it was longer than the reloads").isTrue();
        assertThat(reply.isDone()).isTrue();
        assertThat(reply.text()).isEqualTo(whole);
        assertThat(recordOf(reply).path("routeVersion").asText()).startsWith("v1-");
        ReloadBed.await("its routes are gone").until(() -> bed.routes("long--").isEmpty());
    }

    @Test
    @DisplayName("Q1: a ConfigMap's swap of links, which makes no event, is seen")
    void aSwapOfLinks() throws Exception {
        // Given a folder as Kubernetes mounts it
        Path folder = Files.createDirectories(bed.file("routes/mounted"));
        Files.createDirectories(folder.resolve("..one"));
        Files.createDirectories(folder.resolve("..two"));
        Files.writeString(folder.resolve("..one/m.yaml"), GatewayYaml.task("mounted", "says-one"));
        Files.writeString(folder.resolve("..two/m.yaml"), GatewayYaml.task("mounted", "says-two"));
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("..one"));
        Files.createSymbolicLink(folder.resolve("m.yaml"), Path.of("..data/m.yaml"));
        bed.awaitAnswer("mounted", "one");
        // When
        Path next = Files.createSymbolicLink(folder.resolve("..next"), Path.of("..two"));
        Files.move(next, folder.resolve("..data"), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        // Then
        bed.awaitAnswer("mounted", "two");
    }

    @Test
    @DisplayName("Q4: two versions of a task, each for its own callers; an earlier version from its texts")
    void twoVersionsAtOnce() throws Exception {
        // Given
        RouteDeployer deployer = bed.gateway().bean(RouteDeployer.class);
        ServedVersion first = deployer.serving("answer").active();
        bed.edit(ReloadBed.TASK, "says-one", "says-two");
        bed.awaitAnswer("answer", "two");
        ServedVersion second = deployer.serving("answer").active();
        // When
        deployer.serve("answer", Serving.rollout(first, second, (task, caller) -> false));
        // Then
        assertThat(bed.ask("answer")).isEqualTo("one");
        // When
        deployer.serve("answer", Serving.rollout(first, second, (task, caller) -> true));
        // Then
        assertThat(bed.ask("answer")).isEqualTo("two");
        assertThat(version("answer")).isEqualTo(second.id());
        // When
        deployer.serve("answer", Serving.only(first));
        // Then
        assertThat(bed.ask("answer")).isEqualTo("one");
        assertThat(version("answer")).isEqualTo(first.id());
        // When a deployment goes that only the version that serves has
        bed.edit(ReloadBed.DEPLOYMENTS, "  says-one:", "  gone:");
        bed.edit("routes/tasks/long.yaml", "speaks-long", "speaks-quick");
        // Then
        assertThat(bed.awaitProblems()).anyMatch(problem -> problem.contains("there is no deployment 'says-one'"));
        assertThat(bed.ask("answer")).isEqualTo("one");
    }

    @Test
    @DisplayName("Q2: at a stop nothing is brought into force or taken away any more when Camel begins to stop")
    void theWatchEndsFirst() {
        // Given
        AtomicReference<Boolean> watching = new AtomicReference<>();
        bed.gateway().camel().getManagementStrategy().addEventNotifier(new SimpleEventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof CamelEvent.CamelContextStoppingEvent) {
                    watching.set(Thread.getAllStackTraces().keySet().stream()
                            .anyMatch(thread -> thread.getName().equals("serai-reload")));
                }
            }
        });
        // When
        bed.gateway().close();
        // Then
        assertThat(watching.get()).isFalse();
    }
}
