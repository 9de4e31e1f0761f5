/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.llm.provider.sim.SimRequest;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link FundsBed} with a deployment that judges, and tasks whose answers are judged. In billionths of a USD a token in and one
 * out cost 3,000 and 15,000 there.
 */
final class JudgeBed {
    static final String JUDGE = "judge";
    /** What {@link #score} costs, as the ledger's entry says it. */
    static final String ONE_SCORE = "judge judge 750000";

    private static final String USAGE = "usage: {prompt: 200, completion: 10}\n";
    private static final String QUICK = "firstToken: 4s, idle: 4s, attemptTimeout: 4s";
    private static final String BEST = "kamelet:best-of?deployments=alpha,beta&judge=judge&judgeTokens=100";
    private static final String SAMPLE = "kamelet:judge?judge=judge&judgeTokens=100&share=";
    private static final String ALPHA = "kamelet:fallback?deployments=alpha,beta";

    private final FundsBed funds;

    private JudgeBed(FundsBed funds) {
        this.funds = funds;
    }

    static void add(GatewayUnderTest.Builder setup) {
        String breaker = "breaker: { minimumCalls: 1000, window: 1000 }";
        setup.deployment(JUDGE, "llm:sim/quick", "price: judge", "connections: 128", breaker);
        setup.file("config/prompts/manners.md", "The answer is polite.\n");
        task(setup, "best", QUICK, BEST);
        task(setup, "best-by-rubric", QUICK + ", rubric: config/prompts/manners.md", BEST);
        task(setup, "best-hasty", QUICK, BEST + "&judgeTimeout=400ms");
        task(setup, "best-once", QUICK + ", maxAttempts: 1", BEST);
        task(setup, "best-poor", QUICK + ", maxOutputTokens: 100", BEST);
        task(setup, "best-thrifty", QUICK + ", maxOutputTokens: 100", BEST);
        task(setup, "best-cached", QUICK + ", cacheTtl: 10m", BEST);
        task(setup, "best-two-judges", QUICK, BEST.replace("judge=judge", "judge=gamma,judge"));
        setup.file(
                "routes/tasks/best-late.yaml",
                PatternBed.task("best-late", QUICK, BEST).replace("deadline: 10s", "deadline: 4s"));
        task(setup, "judged", QUICK, SAMPLE + "1", ALPHA);
        task(setup, "judged-never", QUICK, SAMPLE + "0", ALPHA);
        task(setup, "judged-once", QUICK, SAMPLE + "1&atOnce=1", ALPHA);
        task(setup, "judged-poor", QUICK + ", maxOutputTokens: 100", SAMPLE + "1", ALPHA);
        task(setup, "judged-hasty", QUICK, SAMPLE + "1&judgeTimeout=400ms", ALPHA);
    }

    private static void task(GatewayUnderTest.Builder setup, String name, String contract, String... uris) {
        setup.file("routes/tasks/" + name + ".yaml", PatternBed.task(name, contract, uris));
    }

    /** Alpha and beta answer with their names, and the judge likes what it sees. */
    static JudgeBed fresh() {
        JudgeBed bed = new JudgeBed(FundsBed.fresh().limit());
        bed.funds.script(PatternBed.ALPHA, FundsBed.USAGE).script(PatternBed.BETA, FundsBed.USAGE);
        bed.breakers().reset(bed.judge()).join();
        return bed.score(8);
    }

    /** What the judge says from now on. */
    JudgeBed score(int score) {
        return says("{\"score\": " + score + "}");
    }

    JudgeBed says(String text) {
        return judges("answer: '" + text + "'\n");
    }

    JudgeBed judges(String script) {
        funds.script(JUDGE, USAGE + script);
        return this;
    }

    JudgeBed script(String deployment, String script) {
        funds.script(deployment, FundsBed.USAGE + script);
        return this;
    }

    FundsBed funds() {
        return funds;
    }

    PatternBed bed() {
        return funds.bed();
    }

    Breakers breakers() {
        return funds.gateway().bean(Breakers.class);
    }

    Deployment judge() {
        return funds.gateway().bean(Catalogue.class).current().find(JUDGE).orElseThrow();
    }

    List<SimRequest> judged() {
        return bed().asked(JUDGE);
    }

    Judged ask(String task, boolean stream) {
        return send(GatewayClient.chatBody(task, stream, "Where is my order?"));
    }

    Judged send(String body) {
        HttpResponse<String> response = DoorHttp.post(
                funds.gateway(), "/v1/chat/completions", funds.gateway().key(), body);
        return judged(response);
    }

    Judged judged(HttpResponse<String> response) {
        GatewayClient.Reply reply = GatewayClient.Reply.of(response);
        JsonNode decision = bed().recordOf(reply);
        return new Judged(
                reply,
                response.headers().firstValue("X-Serai-Confidence").orElse(null),
                response.headers().firstValue("X-Serai-Attempts").orElse(null),
                decision,
                funds.settled(reply.requestId()));
    }

    DistributionSummary scores(String task) {
        return funds.gateway()
                .bean(MeterRegistry.class)
                .find("serai.judge.score")
                .tags("task", task, "model", "quick")
                .summary();
    }

    /** What came back, and what is known of it. */
    record Judged(
            GatewayClient.Reply reply,
            String confidence,
            String attempts,
            JsonNode decision,
            LedgerRows.Settled settled) {

        String text() throws IOException {
            return reply.text();
        }

        /** E.g. {@code alpha 8}, or {@code alpha deadline_exceeded}. */
        List<String> scores() {
            return StreamSupport.stream(decision.at("/judgement/scores").spliterator(), false)
                    .map(score -> score.path("deployment").asText() + " "
                            + (score.has("score") ? score.path("score") : score.path("reason")).asText())
                    .toList();
        }

        /** E.g. {@code judge ok}. */
        List<String> outcomes() {
            return FaultBed.attempts(decision);
        }

        void addsUp() {
            assertThat(FundsBed.nanos(decision.at("/money/chargedUsd"))).isEqualTo(settled.credit());
            assertThat(FundsBed.nanos(decision.path("providerCostUsd"))).isEqualTo(settled.cost());
            assertThat(settled.held()).isZero();
        }
    }
}
