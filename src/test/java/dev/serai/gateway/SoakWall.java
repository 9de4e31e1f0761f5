/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;
import dev.serai.llm.provider.sim.SimServer;

/**
 * The providers of the soak: slow streams, each deployment with its own answer to each question, under a weather of faults
 * that is drawn from a seed. Two servers, of which the second also crashes and comes back. Thread-safe but for
 * {@link #changeWeather}.
 */
final class SoakWall implements AutoCloseable {
    /** Answers at once and at length, for clients that read slowly. */
    static final String BIG = "big";
    /** On the server that crashes. */
    static final String CRASHING = "delta";

    static final List<String> SLOW = List.of("alpha", "beta", "gamma", CRASHING);
    static final List<String> QUESTIONS =
            IntStream.range(0, 300).mapToObj(i -> "Question number " + i).toList();

    private static final int BIG_QUESTIONS = 40;
    private static final int TOKENS = 12;
    private static final int BIG_TOKENS = 2500;
    private static final int FAULTS_A_SPELL = 300;

    private static final List<String> FAULTS = List.of(
            "status: 500",
            "status: 503",
            "status: 429",
            "status: 429, headers: {retry-after: '1'}",
            "overloaded: true",
            "quota: true",
            "reset: headers",
            "reset: 5",
            "silence: true",
            "firstTokenDelay: 30s",
            "latency: 2s",
            "cutAfter: 0",
            "cutAfter: 7",
            "stallAfter: 6",
            "malformedAt: 4",
            "noDone: true",
            "inBandErrorAfter: 0",
            "inBandErrorAfter: 3");

    private static final String[] OUTAGES = {"status: 503", "reset: headers", "silence: true", "status: 429"};

    private final Random random;
    private final String tokenDelay;
    private final SimServer steady;
    private final int crashingPort;
    private SimServer crashing;
    private boolean crashed;
    /** By question: the answers, and whose they are. */
    private final Map<String, Map<String, String>> answers = new HashMap<>();

    SoakWall(long seed, String tokenDelay) throws Exception {
        this.random = new Random(seed);
        this.tokenDelay = tokenDelay;
        this.steady = SimServer.start(options());
        this.crashing = SimServer.start(options());
        this.crashingPort = crashing.port();
        learn();
        fairWeather();
        steady.mount(BIG, SimScript.read("{tokens: " + BIG_TOKENS + ", seed: " + seed(BIG) + "}"));
    }

    private static SimServer.Options options() {
        return SimServer.Options.DEFAULT
                .withMaxConnections(20_000)
                .withJournalSize(500_000)
                .withThreads(Thread.ofVirtual().factory());
    }

    URI baseUrl(String deployment) {
        return (deployment.equals(CRASHING) ? crashing : steady).baseUrl(deployment);
    }

    static List<String> questions(String task) {
        return task.equals(BIG) ? QUESTIONS.subList(0, BIG_QUESTIONS) : QUESTIONS;
    }

    /** Whose complete answer to the question this is; null where it is nobody's. */
    String deploymentThatSays(String question, String text) {
        return answers.get(question).get(text);
    }

    /** Whether a deployment's answer to the question begins so. */
    boolean isBeginning(String question, String text) {
        return answers.get(question).keySet().stream().anyMatch(answer -> answer.startsWith(text));
    }

    /** From now on nothing goes wrong, and nobody is slow. */
    void fairWeather() throws IOException {
        comeBack();
        for (String deployment : SLOW) {
            mount(deployment, "10ms", List.of());
        }
    }

    /** Draws what each deployment does for a while, requests under way going on as they began. */
    void changeWeather() throws IOException {
        if (random.nextInt(6) == 0) {
            crashing.close();
            crashed = true;
        } else {
            comeBack();
        }
        for (String deployment : SLOW) {
            int drawn = random.nextInt(10);
            mount(deployment, tokenDelay, drawn == 0 ? outage() : faults(drawn < 6 ? 0.05 : 0.2));
        }
    }

    private void comeBack() throws IOException {
        if (crashed) {
            crashing = SimServer.start(options().withPort(crashingPort));
            crashed = false;
        }
    }

    private List<String> outage() {
        return Collections.nCopies(FAULTS_A_SPELL, OUTAGES[random.nextInt(OUTAGES.length)]);
    }

    private List<String> faults(double share) {
        List<String> drawn = new ArrayList<>();
        for (int i = 0; i < FAULTS_A_SPELL; i++) {
            drawn.add(random.nextDouble() < share ? FAULTS.get(random.nextInt(FAULTS.size())) : "");
        }
        return drawn;
    }

    private void mount(String deployment, String pace, List<String> faults) {
        String attempts = faults.stream().map(fault -> "{" + fault + "}").collect(Collectors.joining(", ", "[", "]"));
        SimServer server = deployment.equals(CRASHING) ? crashing : steady;
        server.mount(
                deployment,
                SimScript.read("tokens: " + TOKENS + "\nseed: " + seed(deployment) + "\nlatency: 100ms\ntokenDelay: "
                        + pace + "\nattempts: " + attempts));
    }

    private static int seed(String deployment) {
        return deployment.hashCode() & 0xffff;
    }

    /** The provider's answer depends on its seed and the question alone: a quick one with the same seed gives it, too. */
    private void learn() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String deployment : SLOW) {
                learn(client, deployment, TOKENS, QUESTIONS);
            }
            learn(client, BIG, BIG_TOKENS, questions(BIG));
        }
    }

    private void learn(HttpClient client, String deployment, int tokens, List<String> questions) throws Exception {
        String mount = "quick-" + deployment;
        try (AutoCloseable mounted =
                steady.mount(mount, SimScript.read("{tokens: " + tokens + ", seed: " + seed(deployment) + "}"))) {
            for (String question : questions) {
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create(steady.baseUrl(mount) + SoakDoor.OPENAI_CHAT.path(mount, false)))
                        .POST(HttpRequest.BodyPublishers.ofString(SoakDoor.OPENAI_CHAT
                                .body(mount, false, question)
                                .toString()))
                        .build();
                String body = client.send(request, HttpResponse.BodyHandlers.ofString())
                        .body();
                answers.computeIfAbsent(question, key -> new HashMap<>())
                        .put(SoakDoor.OPENAI_CHAT.text(Json.MAPPER.readTree(body)), deployment);
            }
        }
        steady.journal().clear();
    }

    /** Requests to all servers that run now; those to a server that crashed have ended with it. */
    List<SimRequest> requests() {
        List<SimRequest> all = new ArrayList<>(steady.journal().requests());
        all.addAll(crashing.journal().requests());
        return all;
    }

    int openConnections() {
        return steady.journal().openConnections() + crashing.journal().openConnections();
    }

    @Override
    public void close() {
        steady.close();
        crashing.close();
    }
}
