/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The limits of tasks and deployments, and what operators see and change of them (K1, Q1). */
class QuotaSharedTest {
    private final QuotaBed bed = QuotaBed.shared();
    private final GatewayUnderTest gateway = bed.gateway();

    @Test
    @DisplayName("K1: a deployment whose limit is used up is passed over, and the record says so")
    void hops() throws Exception {
        // When
        GatewayClient.Reply first = bed.client("customer").chat("granted-first", false);
        GatewayClient.Reply second = bed.client("customer").chat("granted-first", true);
        // Then
        assertThat(gateway.awaitRecord(first.requestId()).path("deployment").textValue())
                .isEqualTo("granted");
        JsonNode entry = gateway.awaitRecord(second.requestId());
        assertThat(second.status()).isEqualTo(200);
        assertThat(entry.path("deployment").textValue()).isEqualTo("plenty");
        assertThat(entry.path("attempts")).hasSize(1);
        assertThat(entry.at("/candidates/0/deployment").textValue()).isEqualTo("granted");
        assertThat(entry.at("/candidates/0/reason").textValue()).isEqualTo("rate_limit");
        assertThat(entry.at("/candidates/0/detail").textValue()).isEqualTo("requests");
        assertThat(entry.has("quota")).isFalse();
    }

    @Test
    @DisplayName("K1: a deployment's tokens are corrected by what it has reported, and refuse by themselves")
    void deploymentTokens() throws Exception {
        // When
        GatewayClient.Reply first = bed.client("customer").chat("granted-words", false);
        gateway.awaitRecord(first.requestId());
        GatewayClient.Reply second = bed.client("customer").chat("granted-words", false);
        // Then
        assertThat(gateway.awaitRecord(first.requestId()).path("deployment").textValue())
                .isEqualTo("granted-words");
        assertThat(gateway.awaitRecord(second.requestId())
                        .at("/candidates/0/detail")
                        .textValue())
                .isEqualTo("tokens");
    }

    @Test
    @DisplayName(
            "K1: where no deployment has any left the caller is told when to come back, and not how much is granted")
    void noneLeft() throws Exception {
        // Given
        assertThat(bed.client("customer").chat("granted-only", false).status()).isEqualTo(200);
        int asked = gateway.journal().requests().size();
        // When
        HttpResponse<String> refused = DoorHttp.post(
                gateway, DoorHttp.OPENAI, QuotaBed.key("customer"), DoorHttp.question(DoorHttp.OPENAI, "granted-only"));
        // Then
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(QuotaBed.retryAfter(refused)).isBetween(30L, 60L);
        assertThat(QuotaBed.header(refused, "x-ratelimit-limit-requests")).isEqualTo("1000");
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(refused));
        assertThat(entry.path("errorCode").textValue()).isEqualTo("deployment_rate_limit");
        assertThat(entry.path("attempts")).isEmpty();
        assertThat(gateway.journal().requests()).hasSize(asked);
    }

    @Test
    @DisplayName("K1: a share of a task's limit is for calls of a high priority alone")
    void reserves() throws Exception {
        // When
        int low = 0;
        while (bed.client("batch").chat("reserved", false).status() == 200) {
            low++;
        }
        GatewayClient.Reply refused = bed.client("batch").chat("reserved", false);
        GatewayClient.Reply high = bed.client("customer").chat("reserved", false);
        // Then
        assertThat(low).isEqualTo(4);
        assertThat(refused.body()).contains("4 requests per minute for calls of this priority");
        assertThat(high.status()).isEqualTo(200);
        assertThat(bed.client("customer").chat("reserved", false).status()).isEqualTo(429);
    }

    @Test
    @DisplayName("K1: operators see all limits and what is left of them")
    void report() throws Exception {
        // When
        JsonNode task = bed.row("task", "narrow", "requests");
        JsonNode deployment = bed.row("deployment", "granted-words", "tokens");
        JsonNode caller = bed.row("caller", "batch", "requests");
        // Then
        assertThat(task.path("perMinute").intValue()).isEqualTo(1);
        assertThat(deployment.path("unreserved").intValue()).isEqualTo(48);
        assertThat(caller.path("atOnce").intValue()).isEqualTo(33);
        assertThat(caller.has("unreserved")).isFalse();
    }

    @Test
    @DisplayName("K1 Q1: a changed limit is in force at once, and does not fill what was used up")
    void reload() throws Exception {
        // Given
        GatewayClient client = bed.client("changed");
        assertThat(client.chat(QuotaBed.TASK, false).status()).isEqualTo(200);
        assertThat(client.chat(QuotaBed.TASK, false).status()).isEqualTo(200);
        assertThat(client.chat(QuotaBed.TASK, false).retryAfter()).isBetween(15, 30);
        // When: one a second, and five at once
        Path file = gateway.home().resolve("config/callers.yaml");
        Files.writeString(
                file, Files.readString(file).replace("{ requestsPerMinute: 2 }", "{ requestsPerMinute: 60 }"));
        FaultBed.within(Duration.ofSeconds(15))
                .until(() -> bed.row("caller", "changed", "requests")
                                .path("perMinute")
                                .intValue()
                        == 60);
        // Then
        assertThat(bed.row("caller", "changed", "requests").path("left").intValue())
                .isLessThan(20);
        FaultBed.within(Duration.ofSeconds(5))
                .until(() -> client.chat(QuotaBed.TASK, false).status() == 200);
        int more = 0;
        while (more < 20 && client.chat(QuotaBed.TASK, false).status() == 200) {
            more++;
        }
        assertThat(more).isLessThan(20);
    }
}
