/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * Beside the faults of {@link FaultSuite}: whatever goes wrong before the first content, the client gets the complete answer and sees nothing of it (F2, H2).
 */
class FaultBeforeContentTest {
    private static final String A = FaultBed.FIRST + " ";
    private static final String B = FaultBed.SECOND + " ok";
    private static final List<String> TWICE_THEN_HOP =
            List.of(A + "provider_unavailable", A + "provider_unavailable", B);
    private static final List<String> RETRIED = List.of(A + "provider_unavailable", A + "ok");
    private static final List<String> TIMED_OUT = List.of(A + "deadline_exceeded", B);

    /** @param attempts what the record tells; the last one answers */
    record Fault(String name, boolean stream, String script, List<String> attempts) {
        @Override
        public String toString() {
            return name + (stream ? ", streamed" : ", plain");
        }
    }

    static Stream<Fault> faults() {
        return Stream.of(
                        both("reset once", "[{reset: headers}]", RETRIED),
                        both("headers after 20 s", "latency: 20s", TIMED_OUT),
                        both("in-band error before content", always("inBandErrorAfter: 0"), TWICE_THEN_HOP),
                        both("cut before content", always("cutAfter: 0"), TWICE_THEN_HOP),
                        both("stall before content", always("stallAfter: 0"), TIMED_OUT),
                        both("quota exhausted", always("quota: true"), "quota_exhausted"),
                        both("credential refused", always("status: 401"), "authentication"),
                        Stream.of(
                                new Fault("reset after 3", false, always("reset: 3"), TWICE_THEN_HOP),
                                new Fault("in-band error", false, always("inBandErrorAfter: 3"), TWICE_THEN_HOP)))
                .flatMap(faults -> faults);
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("F2 H2: invisible for the client, and told by the record")
    void isInvisible(Fault fault) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(fault.script());
        boolean hops = fault.attempts().contains(B);
        // When
        GatewayClient.Reply reply =
                assertTimeoutPreemptively(FaultBed.NO_HANG, () -> bed.client().chat(FaultBed.TASK, fault.stream()));
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo(hops ? FaultBed.SECOND_ANSWER : FaultBed.FIRST_ANSWER);
        assertThat(reply.isDone()).isEqualTo(fault.stream());
        assertThat(FaultBed.attempts(decision)).isEqualTo(fault.attempts());
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(fault.attempts().size() - (hops ? 1 : 0));
        assertThat(bed.asked(FaultBed.SECOND)).hasSize(hops ? 1 : 0);
        assertThat(decision.path("outcome").textValue()).isEqualTo("ok");
        assertThat(decision.path("deployment").textValue()).isEqualTo(hops ? FaultBed.SECOND : FaultBed.FIRST);
        assertThat(decision.path("fallbackStep").intValue()).isEqualTo(hops ? 1 : 0);
        assertThat(decision.at("/usage/output").longValue()).isEqualTo(8);
    }

    private static String always(String fault) {
        return "attempts: [{" + fault + "}]\nrepeatLast: true";
    }

    private static Stream<Fault> both(String name, String script, List<String> attempts) {
        return Stream.of(new Fault(name, false, script, attempts), new Fault(name, true, script, attempts));
    }

    /** The first deployment fails with these classes, then the second answers. */
    private static Stream<Fault> both(String name, String script, String... classes) {
        return both(
                name,
                script,
                Stream.concat(Stream.of(classes).map(A::concat), Stream.of(B)).toList());
    }
}
