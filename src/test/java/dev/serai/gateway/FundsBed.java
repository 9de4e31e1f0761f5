/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;

/**
 * {@link PatternBed}'s deployments with prices, and what the ledger's tables say of a call. In billionths of a USD a token in and
 * one out cost 2,000 and 10,000 at alpha, 1,000 and 4,000 at beta; the price of gamma is not known.
 */
final class FundsBed {
    /** What {@link #USAGE} costs at alpha. */
    static final long ALPHA_COST = 700_000;
    /** And at beta. */
    static final long BETA_COST = 300_000;

    /** Between what is held for alpha and for beta: an answer of a hundred tokens, and a handful in the prompt. */
    static final long FOR_BETA = 600_000;

    static final long FOR_ALPHA = 1_200_000;

    static final String USAGE = "usage: {prompt: 100, completion: 50}\n";

    private static final String PRICES = """

              alpha: { rates: [ { input: 2, output: 10 } ] }
              beta: { rates: [ { input: 1, output: 4 } ] }
              gamma: { rates: [ { until: "2020-01-01", input: 0 } ] }
              judge: { rates: [ { input: 3, output: 15 } ] }
              vectors: { rates: [ { input: 3 } ] }
            """;

    private static final String QUICK = "firstToken: 800ms, idle: 800ms, attemptTimeout: 2s";
    private static final String PATIENT = "firstToken: 9s, idle: 9s, attemptTimeout: 9s";
    private static final String BOTH = "kamelet:fallback?deployments=alpha,beta";
    private static final String HEDGE = "kamelet:hedge?primary=alpha&hedge=beta&after=250ms&budget=1";
    private static final String SHADOW = "kamelet:shadow?deployment=beta";
    private static final String ALPHA = "kamelet:fallback?deployments=alpha";

    private static GatewayUnderTest withTokenizer;

    private final PatternBed bed;

    private FundsBed(PatternBed bed) {
        this.bed = bed;
    }

    /** One gateway for all tests of money in the path of calls. */
    static FundsBed fresh() {
        GatewayUnderTest.Builder setup = GatewayUnderTest.builder()
                .file("config/prices.yaml", prices())
                .file("config/schemas/sum.json", """
                        {"type": "object", "required": ["sum"], "properties": {"sum": {"type": "integer"}}}
                        """)
                .property("serai.ledger.estimates.samples", "10");
        for (String name : List.of(PatternBed.ALPHA, PatternBed.BETA, PatternBed.GAMMA)) {
            String breaker = "breaker: { minimumCalls: 1000, window: 1000 }";
            setup.deployment(name, "llm:sim/quick", "price: " + name, "connections: 128", breaker);
        }
        setup.deployment("free", "llm:sim/quick");
        setup.deployment("vectors", "llm:sim/quick", "price: vectors", "capabilities: [embeddings]");
        tasks(setup);
        JudgeBed.add(setup);
        FundsBed bed = new FundsBed(PatternBed.on(setup));
        loadTokenizer(bed.gateway());
        return bed;
    }

    /** Until it is there, prompts are estimated by their length. */
    private static void loadTokenizer(GatewayUnderTest gateway) {
        if (gateway != withTokenizer) {
            String body = "{\"model\": \"first\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}";
            DoorHttp.post(gateway, "/v1/messages/count_tokens", gateway.key(), body);
            withTokenizer = gateway;
        }
    }

    private static void tasks(GatewayUnderTest.Builder setup) {
        task(setup, "first", QUICK, BOTH);
        task(setup, "alone", QUICK, ALPHA);
        task(setup, "buffered", QUICK + ", interruption: buffer", BOTH);
        task(setup, "restarted", QUICK + ", interruption: restart", BOTH);
        task(setup, "json", QUICK + ", outputSchema: config/schemas/sum.json", BOTH);
        setup.file(
                "routes/tasks/hurried.yaml",
                PatternBed.task("hurried", "", ALPHA).replace("deadline: 10s, ", "deadline: 900ms"));
        task(setup, "unpriced", QUICK, "kamelet:fallback?deployments=gamma");
        task(setup, "hedged", PATIENT, HEDGE);
        task(setup, "parallel", PATIENT, "kamelet:parallel?deployments=alpha,beta");
        task(setup, "shadowed", PATIENT, SHADOW, ALPHA);
        task(setup, "learned", QUICK + ", maxOutputTokens: 1000", ALPHA);
        String hundred = PATIENT + ", maxOutputTokens: 100";
        task(setup, "cheap-first", hundred, "kamelet:fallback?deployments=beta,alpha");
        task(setup, "dear-first", hundred, BOTH);
        for (String poor : List.of("poor", "crowded", "stingy")) {
            task(setup, poor, hundred, BOTH);
        }
        String downgrade = hundred + ", onInsufficientFunds: downgrade";
        task(setup, "thrifty", downgrade, BOTH);
        task(setup, "broke", downgrade, BOTH);
        task(setup, "thrifty-hop", downgrade, "kamelet:fallback?deployments=beta,alpha,free");
        task(setup, "stingy-hop", hundred, "kamelet:fallback?deployments=beta,alpha,free");
        task(setup, "thrifty-direct", downgrade, "deployment:alpha", "deployment:beta");
        task(setup, "poor-hedge", hundred, HEDGE);
        task(setup, "poor-parallel", hundred, "kamelet:parallel?deployments=alpha,beta");
        task(setup, "poor-shadow", hundred, SHADOW, ALPHA);
        setup.file(
                "routes/tasks/embeds.yaml",
                PatternBed.task("embeds", "operation: embeddings", "kamelet:fallback?deployments=vectors"));
        setup.file("routes/tasks/fails.yaml", """
                - route:
                    id: fails
                    from:
                      uri: task:fails
                      parameters: { owner: tests }
                      steps:
                        - throwException: { exceptionType: java.lang.IllegalStateException, message: a fault }
                        - to: deployment:alpha
                """);
    }

    private static void task(GatewayUnderTest.Builder setup, String name, String contract, String... uris) {
        setup.file("routes/tasks/" + name + ".yaml", PatternBed.task(name, contract, uris));
    }

    private static String prices() {
        try {
            return Files.readString(GatewayHome.repository().resolve("config/prices.yaml")) + PRICES;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PatternBed bed() {
        return bed;
    }

    GatewayUnderTest gateway() {
        return bed.gateway();
    }

    GatewayClient client() {
        return bed.client();
    }

    FundsBed script(String deployment, String yaml) {
        bed.script(deployment, yaml);
        return this;
    }

    /** No limit but these holds from now on. */
    FundsBed limit(Limit... limits) {
        gateway().bean(Limits.class).become(new LimitTable(List.of(limits)));
        return this;
    }

    /** What all calls of a task may be charged today. */
    static Limit budget(String task, long nanos) {
        return new Limit(new Account(Account.Kind.TASK, task), Book.CREDIT, Window.DAY, new Usd(nanos));
    }

    /** What all calls of a task may cost today. */
    static Limit ceiling(String task, long nanos) {
        return new Limit(new Account(Account.Kind.TASK, task), Book.COST, Window.DAY, new Usd(nanos));
    }

    /** A call as the ledger knows it, once it has been settled. */
    LedgerRows.Settled settled(String callId) {
        return ledger().settled(callId);
    }

    Optional<LedgerRows.Settled> find(String callId) {
        return ledger().find(callId);
    }

    /** How many holds a call has. */
    long held(String callId) {
        return ledger().held(callId);
    }

    long number(String sql) {
        return ledger().number(sql);
    }

    private LedgerRows ledger() {
        return new LedgerRows(gateway());
    }

    /** Deployments that a record says were not asked, each with the reason. */
    static List<String> notAsked(JsonNode decision) {
        return decision.path("candidates").findParents("reason").stream()
                .map(candidate -> candidate.path("deployment").asText() + " "
                        + candidate.path("reason").asText())
                .toList();
    }

    /** Waits until all that is settled is written. */
    void atRest() {
        ledger().atRest();
    }

    /** An amount of a record. */
    static long nanos(JsonNode usd) {
        return usd.isMissingNode()
                ? 0
                : usd.decimalValue().multiply(BigDecimal.valueOf(1_000_000_000)).longValueExact();
    }
}
