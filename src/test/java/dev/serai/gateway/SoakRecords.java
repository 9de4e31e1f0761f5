/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.api.SoftAssertions;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.SoakCall.Manner;
import dev.serai.gateway.SoakCall.Result;
import dev.serai.llm.dialect.Json;

/** Holds what the callers of the soak saw to the decision records of their calls. */
final class SoakRecords {
    private final List<SoakCall> calls;
    private final Duration limit;

    SoakRecords(List<SoakCall> calls, Duration limit) {
        this.calls = calls;
        this.limit = limit;
    }

    void checkCalls(SoftAssertions softly) {
        System.out.println(calls.size() + " calls: " + count(calls, SoakCall::result));
        for (Result result : Result.values()) {
            System.out.println("  " + result + " " + count(of(result), SoakCall::task));
        }
        System.out.println("  refused with " + count(of(Result.REFUSED), SoakCall::detail));
        System.out.println(
                "  complete after a restart: " + count(of(Result.COMPLETE), call -> call.restarts() + " restarts"));
        List<SoakCall> wrong = of(Result.WRONG);
        wrong.stream().limit(40).forEach(call -> System.out.println("  " + call));
        softly.assertThat(wrong).as("calls that ended wrongly").isEmpty();
        softly.assertThat(of(Result.COMPLETE).size())
                .as("complete, of " + calls.size())
                .isGreaterThan(calls.size() / 2);
    }

    /** @param earlier records there were before these calls */
    void check(SoftAssertions softly, JarUnderTest gateway, long earlier) throws Exception {
        softly.assertThatCode(() -> FaultBed.within(limit).until(() -> gateway.records() >= earlier + calls.size()))
                .as("a record for each of " + calls.size() + " calls")
                .doesNotThrowAnyException();
        Map<String, List<JsonNode>> records = read(gateway, earlier);
        List<String> wrong = new ArrayList<>();
        for (SoakCall call : calls) {
            List<JsonNode> own = records.getOrDefault(call.traceId(), List.of());
            if (own.size() != 1) {
                wrong.add(own.size() + " records of " + call);
            } else {
                check(call, own.get(0)).forEach(problem -> wrong.add(problem + ": " + call + " " + own.get(0)));
            }
        }
        System.out.println("  recorded as "
                + count(records.values().stream().flatMap(List::stream).toList(), entry -> entry.path("outcome")
                        .asText()));
        wrong.stream().limit(40).forEach(problem -> System.out.println("  " + problem));
        softly.assertThat(wrong).as("records").isEmpty();
    }

    private List<String> check(SoakCall call, JsonNode entry) {
        List<String> problems = new ArrayList<>();
        String outcome = entry.path("outcome").asText();
        if (entry.path("durationMs").asLong() > limit.toMillis()) {
            problems.add("longer than its deadline");
        }
        if (entry.path("attempts").findValuesAsText("outcome").contains("running")) {
            problems.add("an attempt without an end");
        }
        if (call.result() == Result.COMPLETE
                && !(outcome.equals("ok")
                        && call.deployment().equals(entry.path("deployment").asText()))) {
            problems.add("another answer than the client got");
        }
        boolean failed = call.result() == Result.BROKEN || call.result() == Result.REFUSED;
        if (failed && (outcome.equals("ok") || outcome.equals("cancelled"))) {
            problems.add("the client got an error");
        }
        if (call.manner() == Manner.READS && outcome.equals("cancelled")) {
            problems.add("nobody left");
        }
        return problems;
    }

    private static Map<String, List<JsonNode>> read(JarUnderTest gateway, long earlier) throws IOException {
        Map<String, List<JsonNode>> records = new HashMap<>();
        try (Stream<String> lines = gateway.recordLines()) {
            for (String line : (Iterable<String>) lines.skip(earlier)::iterator) {
                JsonNode entry = Json.MAPPER.readTree(line);
                records.computeIfAbsent(entry.path("traceId").asText(), key -> new ArrayList<>())
                        .add(entry);
            }
        }
        return records;
    }

    private List<SoakCall> of(Result result) {
        return calls.stream().filter(call -> call.result() == result).toList();
    }

    private static <T> Map<String, Long> count(List<T> of, Function<T, Object> by) {
        return of.stream()
                .collect(Collectors.groupingBy(
                        one -> String.valueOf(by.apply(one)), TreeMap::new, Collectors.counting()));
    }
}
