/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.LlmException;
import dev.serai.llm.Outcome;
import dev.serai.llm.Sse;
import dev.serai.llm.provider.sim.SimScript;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds of errors before an answer (F1): the statement is named as the class. */
final class ErrorStatements {
    private static final Map<ErrorClass, Map<String, String>> SIMULATED = Map.of(
            ErrorClass.INVALID_REQUEST, Map.of("status", "400"),
            ErrorClass.AUTHENTICATION, Map.of("status", "401"),
            ErrorClass.CONTEXT_OVERFLOW, Map.of("contextLength", "true"),
            ErrorClass.POLICY_REJECTION, Map.of("contentFilter", "true"),
            ErrorClass.RATE_LIMITED, Map.of("status", "429"),
            ErrorClass.QUOTA_EXHAUSTED, Map.of("quota", "true"),
            ErrorClass.PROVIDER_UNAVAILABLE, Map.of("overloaded", "true"),
            ErrorClass.DEADLINE_EXCEEDED, Map.of("status", "408"));

    /** Belong to the recorded connection. */
    private static final Set<String> HOP_BY_HOP =
            Set.of("content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive");

    private ErrorStatements() {}

    /** As the simulated provider says it, and where there is a recording as the vendor did. */
    static void errorClass(ContractCall call, Statement statement) {
        ErrorClass errorClass = ErrorClass.valueOf(statement.name());

        String own = call.row().errors().scripts().get(errorClass);
        call.scripted(own == null ? SimScript.of(SIMULATED.get(errorClass)) : SimScript.read(own));
        assertFailed(call.whole(), errorClass, call);
        assertFailed(call.stream(), errorClass, call);

        call.row().recorded(errorClass).ifPresent(fixture -> {
            call.scripted(replay(fixture));
            assertFailed(call.whole(), errorClass, call);
            assertFailed(call.stream(), errorClass, call);
            assertThat(call.whole().failure().status()).isEqualTo(fixture.status());
        });
    }

    private static void assertFailed(Outcome outcome, ErrorClass errorClass, ContractCall call) {
        LlmException failure = outcome.failure();
        assertThat(failure).isNotNull();
        assertThat(failure.errorClass()).isEqualTo(errorClass);
        if (failure.status() != 0) {
            assertThat(failure.provider()).isEqualTo(call.row().provider());
        }
    }

    private static SimScript replay(Fixture fixture) {
        ObjectNode attempt = Sse.object().put("status", fixture.status());
        ObjectNode headers = attempt.putObject("headers");
        fixture.headers().forEach((name, values) -> {
            if (!HOP_BY_HOP.contains(name)) {
                headers.put(name, values.get(0));
            }
        });
        attempt.put("body", new String(fixture.body(), Sse.UTF_8));
        ObjectNode script = Sse.object().put("repeatLast", true);
        script.putArray("attempts").add(attempt);
        return SimScript.read(script.toString());
    }

    static void noFilter(ContractCall call, Statement statement) {
        call.scripted(Map.of("contentFilter", "true"));

        assertFailed(call.whole(), ErrorClass.INVALID_REQUEST, call);
    }

    static void retryAfter(ContractCall call, Statement statement) {
        call.scripted(Map.of("status", "429", "header.retry-after", "7"));

        assertThat(call.whole().failure().retryAfter()).contains(Duration.ofSeconds(7));
        assertThat(call.stream().failure().retryAfter()).contains(Duration.ofSeconds(7));
    }
}
