/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("R1, R3: what is told of calls")
@ExtendWith(OutputCaptureExtension.class)
class DoorTelemetryTest {
    private final GatewayUnderTest gateway = DoorGateway.shared();

    @Test
    @DisplayName("R3: the count of active calls returns to zero")
    void countsActiveCalls() {
        // When
        DoorHttp.post(DoorHttp.OPENAI, gateway.key(), DoorHttp.question(DoorHttp.OPENAI, "speaks-openai"));
        DoorHttp.post(DoorHttp.OPENAI, "sk-nobody", "{}");
        DoorHttp.call("GET", "/v1/models", gateway.key());
        // Then
        var active = gateway.bean(MeterRegistry.class).get("serai.calls.active").gauge();
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> active.value() == 0);
    }

    @Test
    @DisplayName("R1: a list of models is counted and has no record")
    void theListOfModelsHasNoRecord() {
        // When
        HttpResponse<String> list = DoorHttp.call("GET", "/v1/models", gateway.key());
        HttpResponse<String> answer =
                DoorHttp.post(DoorHttp.OPENAI, gateway.key(), DoorHttp.question(DoorHttp.OPENAI, "speaks-openai"));
        // Then
        gateway.awaitRecord(DoorHttp.requestId(answer));
        assertThat(gateway.records())
                .noneMatch(entry -> entry.path("requestId").textValue().equals(DoorHttp.requestId(list)));
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("serai.calls")
                        .tags("door", "openai-models", "outcome", "ok")
                        .timer()
                        .count())
                .isPositive();
    }

    @Test
    @DisplayName("N4: a failed call has its record, and no error log")
    void failuresAreNotLoggedAsErrors(CapturedOutput output) {
        // When
        HttpResponse<String> failed =
                DoorHttp.post(DoorHttp.OPENAI, gateway.key(), DoorHttp.question(DoorHttp.OPENAI, "down"));
        DoorHttp.call("GET", DoorHttp.OPENAI, gateway.key());
        // Then
        assertThat(gateway.awaitRecord(DoorHttp.requestId(failed))
                        .path("outcome")
                        .textValue())
                .isEqualTo("provider_unavailable");
        assertThat(output.getAll()).doesNotContain("ERROR").doesNotContain("WARN");
    }
}
