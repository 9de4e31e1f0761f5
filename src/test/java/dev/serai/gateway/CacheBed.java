/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The gateway of the tests of calls that ask the same: one simulated provider whose script a test sets, callers of two
 * organisations, and tasks that keep answers or share calls. In billionths of a USD a token in and one out cost 2,000 and 10,000.
 */
final class CacheBed {
    static final String KEPT = "kept";
    /** Its answers have to be a sum. */
    static final String SUMS = "sums";
    /** Its answers are kept for a second. */
    static final String BRIEF = "brief";

    static final String UNKEPT = "unkept";
    /** Its calls share answers, and none is kept. */
    static final String SHARED = "shared";
    /** The same, within two seconds. */
    static final String HURRIED = "hurried";
    /** The same, and its answers are kept too. */
    static final String BOTH = "both";
    /** The same as {@link #SHARED}, for answers that are a sum; who answers something else is followed by {@link #SPARE}. */
    static final String CHECKED = "checked";

    static final String SPARE = "spare";

    static final String VECTORS = "vectors";

    static final String ACME = "acme-web";
    static final String ACME_TOO = "acme-app";
    static final String GLOBEX = "globex";
    /** Of acme; may not have an answer from the region of the deployments. */
    static final String ACME_US = "acme-us";
    /** Of acme; more urgent than the others. */
    static final String ACME_URGENT = "acme-urgent";
    /** Of acme; may call once a minute. */
    static final String ACME_ONCE = "acme-once";
    /** Of acme; has a limit of requests and of tokens. */
    static final String ACME_FRUGAL = "acme-frugal";

    /** With the usage of a script that says {@link #USAGE}. */
    static final long COST = 700_000;

    static final String USAGE = "usage: {prompt: 100, completion: 50}\n";

    static final String WORDS = "answer: one two three four five six seven eight nine ten\n";
    static final String LATE = WORDS + "firstTokenDelay: 2s";
    static final String SLOW = WORDS + "tokenDelay: 300ms";
    static final Duration SOON = Duration.ofSeconds(10);

    private static final String ONCE = "maxAttempts: 1";
    private static final String TTL = "cacheTtl: 10m";
    private static final String PRICES = """

              exact: { rates: [ { input: 2, output: 10 } ] }
            """;

    private static final Executor THREADS = Executors.newVirtualThreadPerTaskExecutor();

    private final GatewayUnderTest gateway;
    private final double joinedBefore;

    private CacheBed(GatewayUnderTest gateway) {
        this.gateway = gateway;
        this.joinedBefore = joined();
    }

    /** With a provider that answers at once, and an empty journal. */
    static CacheBed fresh() {
        CacheBed bed = new CacheBed(setup().shared());
        bed.script("answer: four is the answer").limit();
        bed.gateway.journal().clear();
        return bed;
    }

    private static GatewayUnderTest.Builder setup() {
        String patient = "breaker: { minimumCalls: 1000, window: 1000 }";
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .file("config/prices.yaml", prices())
                .file("config/schemas/sum.json", """
                        {"type": "object", "required": ["sum"], "properties": {"sum": {"type": "integer"}}}
                        """)
                .deployment(KEPT, "llm:sim/quick", patient, "price: exact", "connections: 128")
                .deployment(SPARE, "llm:sim/quick", patient, "price: exact", "connections: 128")
                .deployment(VECTORS, "llm:sim/quick", "capabilities: [embeddings]", "price: exact")
                .task(KEPT, KEPT, ONCE, TTL)
                .task(SUMS, KEPT, ONCE, TTL, "outputSchema: config/schemas/sum.json")
                .task(BRIEF, KEPT, ONCE, "cacheTtl: 1s")
                .task(UNKEPT, KEPT, ONCE)
                .task(SHARED, KEPT, ONCE, "coalesce: true")
                .task(HURRIED, KEPT, ONCE, "coalesce: true", "deadline: 2s", "firstToken: 2s")
                .task(CHECKED, KEPT + "," + SPARE, "coalesce: true", "outputSchema: config/schemas/sum.json")
                .task(BOTH, KEPT, ONCE, "coalesce: true", TTL)
                .task(VECTORS, VECTORS, ONCE, TTL, "operation: embeddings");
    }

    private static String prices() {
        try {
            return Files.readString(GatewayHome.repository().resolve("config/prices.yaml")) + PRICES;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String callers() {
        return GatewayYaml.callers("")
                + caller(ACME, "organisation: acme", "permissions: [diagnose, pin]")
                + caller(ACME_TOO, "organisation: acme")
                + caller(ACME_US, "organisation: acme", "regions: [us]")
                + caller(ACME_URGENT, "organisation: acme", "priority: 8")
                + caller(
                        ACME_FRUGAL,
                        "organisation: acme",
                        "quotas: { requestsPerMinute: 600, outputTokensPerMinute: 60000 }")
                + caller(ACME_ONCE, "organisation: acme", "quotas: { requestsPerMinute: 1 }")
                + caller(GLOBEX, "organisation: globex");
    }

    private static String caller(String name, String... lines) {
        return GatewayYaml.caller(name, key(name), lines);
    }

    static String key(String caller) {
        return "sk-serai-" + caller + "-of-the-cache-tests-" + "0".repeat(24 - caller.length());
    }

    GatewayUnderTest gateway() {
        return gateway;
    }

    LedgerRows ledger() {
        return new LedgerRows(gateway);
    }

    /** What the provider does from now on. */
    CacheBed script(String yaml) {
        return script(KEPT, yaml);
    }

    CacheBed script(String deployment, String yaml) {
        gateway.sim().server().mount(mount(deployment), SimScript.read(USAGE + yaml));
        return this;
    }

    /** No limit but these holds from now on. */
    CacheBed limit(Limit... limits) {
        gateway.bean(Limits.class).become(new LimitTable(List.of(limits)));
        return this;
    }

    /** What all calls of a caller may be charged today. */
    static Limit budget(String caller, long nanos) {
        return new Limit(new Account(Account.Kind.CALLER, caller), Book.CREDIT, Window.DAY, new Usd(nanos));
    }

    /** What the provider was asked. */
    List<SimRequest> asked() {
        return gateway.journal().requests().stream()
                .filter(request -> Stream.of(KEPT, SPARE, VECTORS)
                        .anyMatch(deployment -> request.mount().equals(mount(deployment))))
                .toList();
    }

    private String mount(String deployment) {
        return gateway.sim().mount(deployment, "quick", Map.of()).getPath().substring(1);
    }

    /** A question that nobody has asked before. */
    static String newQuestion() {
        return "What is two and two? " + UUID.randomUUID();
    }

    HttpResponse<String> chat(String caller, String task, boolean stream, String question, String... headers) {
        return post(caller, DoorHttp.OPENAI, GatewayClient.chatBody(task, stream, question), headers);
    }

    CompletableFuture<HttpResponse<String>> chatLater(
            String caller, String task, boolean stream, String question, String... headers) {
        return CompletableFuture.supplyAsync(() -> chat(caller, task, stream, question, headers), THREADS);
    }

    /** A client that can leave when it likes. */
    RawClient leaving(String caller, String task, boolean stream, String question) throws IOException {
        return new RawClient(gateway, key(caller)).send(task, stream, question);
    }

    /** Waits until so many calls more than before have joined another's answer. */
    void awaitJoined(double more) {
        double wanted = joinedBefore + more;
        PatternBed.within(Duration.ofSeconds(20)).until(() -> joined() >= wanted);
    }

    private double joined() {
        return count("serai.coalesced.calls", "result", "joined");
    }

    /** So many calls at once, of two callers in turn. */
    List<HttpResponse<String>> atOnce(String question, int calls, String task, boolean stream) {
        List<CompletableFuture<HttpResponse<String>>> futures = IntStream.range(0, calls)
                .mapToObj(call -> chatLater(call % 2 == 0 ? ACME : ACME_TOO, task, stream, question))
                .toList();
        return futures.stream().map(CompletableFuture::join).toList();
    }

    static Set<String> bodies(List<HttpResponse<String>> responses) {
        return responses.stream()
                .map(response -> IdempotencyBed.withoutHeartbeats(response.body()))
                .collect(Collectors.toSet());
    }

    /** By request id. */
    Map<String, JsonNode> recordsOf(List<HttpResponse<String>> responses) {
        Set<String> ids = responses.stream().map(DoorHttp::requestId).collect(Collectors.toSet());
        gateway.recordsAtRest();
        Map<String, JsonNode> found = gateway.records().stream()
                .filter(entry -> ids.contains(entry.path("requestId").textValue()))
                .collect(Collectors.toMap(entry -> entry.path("requestId").textValue(), Function.identity()));
        assertThat(found).hasSize(responses.size());
        return found;
    }

    /** The one of these calls that has asked a provider. */
    HttpResponse<String> maker(List<HttpResponse<String>> responses) {
        Map<String, JsonNode> records = recordsOf(responses);
        List<HttpResponse<String>> makers = responses.stream()
                .filter(response -> records.get(DoorHttp.requestId(response))
                                .path("attempts")
                                .size()
                        == 1)
                .toList();
        assertThat(makers).hasSize(1);
        return makers.get(0);
    }

    HttpResponse<String> post(String caller, String path, String body, String... headers) {
        return DoorHttp.post(gateway, path, key(caller), body, headers);
    }

    JsonNode recordOf(HttpResponse<?> response) {
        return gateway.awaitRecord(DoorHttp.requestId(response));
    }

    LedgerRows.Settled settled(HttpResponse<?> response) {
        return ledger().settled(DoorHttp.requestId(response));
    }

    /** What the record of a call says of the cache. */
    String cacheOf(HttpResponse<?> response) {
        return recordOf(response).at("/cache/answer").asText("nothing");
    }

    double count(String counter, String... tags) {
        return gateway.bean(MeterRegistry.class).find(counter).tags(tags).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
