/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Ways in which a call of {@link FundsBed}'s tasks can end, and what each costs and is charged. */
final class LedgerEnds {
    private static final String U = FundsBed.USAGE;
    private static final String NONE = "usage: none\n";
    static final String LONG = "answer: alpha one two three four five six seven\n";
    private static final String CUT = LONG + always("cutAfter: 3");
    private static final String SLOW = U + "latency: 8s";
    private static final String QUICK = U;

    private LedgerEnds() {}

    /**
     * A way to end.
     *
     * @param costs  the entries in the book of costs; {@code in+4} stands for the gateway's own estimate of the prompt, and four
     *     tokens of an answer
     * @param credit what the customer is charged; {@code in+4}: at alpha
     */
    record End(
            String name,
            String task,
            boolean stream,
            String alpha,
            String beta,
            String outcome,
            List<String> costs,
            String credit) {
        @Override
        public String toString() {
            return name + (stream ? ", streamed" : "");
        }
    }

    static Stream<End> all() {
        return Stream.of(wholeAnswers(), failures(), hops(), brokenStreams(), races())
                .flatMap(List::stream);
    }

    private static List<End> wholeAnswers() {
        List<End> ends = new ArrayList<>();
        for (boolean stream : new boolean[] {false, true}) {
            ends.add(ok("an answer", "first", stream, U, QUICK, List.of("alpha 700000"), "700000"));
            ends.add(ok(
                    "of cached tokens",
                    "first",
                    stream,
                    "usage: {prompt: 100, completion: 50, cached: 40, reasoning: 20}",
                    QUICK,
                    List.of("alpha 700000"),
                    "700000"));
            ends.add(ok(
                    "with a shadow",
                    "shadowed",
                    stream,
                    U,
                    U,
                    List.of("shadow beta 300000", "alpha 700000"),
                    "700000"));
        }
        // three words, and thirteen characters
        ends.add(ok("without usage", "first", false, NONE, QUICK, List.of("alpha in+3"), "in+3"));
        ends.add(ok("without usage", "first", true, NONE, QUICK, List.of("alpha in+4"), "in+4"));
        return ends;
    }

    private static List<End> failures() {
        List<End> ends = new ArrayList<>();
        Map<String, String> classes = Map.of(
                "status: 400", "invalid_request",
                "contextLength: true", "context_overflow",
                "contentFilter: true", "policy_rejection",
                "quota: true", "quota_exhausted",
                "status: 401", "authentication",
                "status: 429", "rate_limited",
                "status: 503", "provider_unavailable");
        classes.forEach((fault, outcome) ->
                ends.add(new End(fault, "alone", false, always(fault), QUICK, outcome, List.of(), "0")));
        ends.add(new End(
                "silence",
                "alone",
                false,
                always("silence: true"),
                U,
                "deadline_exceeded",
                List.of("alpha in+0"),
                "0"));
        ends.add(new End(
                "silence", "alone", true, always("silence: true"), U, "deadline_exceeded", List.of("alpha in+0"), "0"));
        ends.add(new End(
                "the call's deadline", "hurried", false, SLOW, U, "deadline_exceeded", List.of("alpha in+0"), "0"));
        return ends;
    }

    private static List<End> hops() {
        return List.of(
                ok("a hop", "first", false, always("quota: true"), U, List.of("beta 300000"), "300000"),
                ok("a hop", "first", true, always("quota: true"), U, List.of("beta 300000"), "300000"),
                ok(
                        "a hop from silence",
                        "first",
                        false,
                        always("silence: true"),
                        U,
                        List.of("alpha in+0", "beta 300000"),
                        "300000"),
                ok(
                        "a retry",
                        "first",
                        false,
                        U + "attempts: [{status: 503}]",
                        QUICK,
                        List.of("alpha 700000"),
                        "700000"),
                ok(
                        "an invalid answer",
                        "json",
                        false,
                        U + "answer: '{\"sum\": \"three\"}'",
                        U + "answer: '{\"sum\": 3}'",
                        List.of("alpha 700000", "beta 300000"),
                        "300000"),
                new End(
                        "two invalid answers",
                        "json",
                        false,
                        U + "answer: '{\"sum\": \"three\"}'",
                        U + "answer: '{\"sum\": \"four\"}'",
                        "output_invalid",
                        List.of("alpha 700000", "beta 300000"),
                        "0"));
    }

    private static List<End> brokenStreams() {
        List<End> ends = new ArrayList<>();
        for (String fault : List.of("cutAfter: 3", "reset: 3", "inBandErrorAfter: 3", "stallAfter: 3")) {
            String outcome = fault.startsWith("stall") ? "deadline_exceeded" : "provider_unavailable";
            ends.add(new End(
                    "error: " + fault, "first", true, LONG + always(fault), U, outcome, List.of("alpha in+4"), "in+4"));
            ends.add(ok(
                    "restart: " + fault,
                    "restarted",
                    true,
                    LONG + always(fault),
                    U,
                    List.of("alpha in+4", "beta 300000"),
                    "300000"));
        }
        ends.add(ok("buffer", "buffered", true, CUT, U, List.of("alpha in+4", "alpha in+4", "beta 300000"), "300000"));
        ends.add(new End(
                "buffer, all",
                "buffered",
                true,
                CUT,
                CUT,
                "provider_unavailable",
                List.of("alpha in+4", "alpha in+4", "beta in+4", "beta in+4"),
                "0"));
        return ends;
    }

    private static List<End> races() {
        List<End> ends = new ArrayList<>();
        for (boolean stream : new boolean[] {false, true}) {
            ends.add(ok("a hedge wins", "hedged", stream, SLOW, U, List.of("alpha in+0", "beta 300000"), "300000"));
            ends.add(ok(
                    "a hedge loses",
                    "hedged",
                    stream,
                    U + "latency: 1200ms",
                    SLOW,
                    List.of("alpha 700000", "beta in+0"),
                    "700000"));
            // slow enough for the other lane to have begun
            ends.add(ok(
                    "a lane loses",
                    "parallel",
                    stream,
                    U + "latency: 1200ms",
                    SLOW,
                    List.of("alpha 700000", "beta in+0"),
                    "700000"));
        }
        return ends;
    }

    private static End ok(
            String name, String task, boolean stream, String alpha, String beta, List<String> costs, String credit) {
        return new End(name, task, stream, alpha, beta, "ok", costs, credit);
    }

    private static String always(String fault) {
        return "attempts: [{" + fault + "}]\nrepeatLast: true\n";
    }
}
