/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** What was spent, and whether it adds up, from the command line. */
class MoneyCommandsTest extends CommandBed {
    @Test
    @DisplayName("L5, L10: the ledger is reconciled, and an export is imported, from the command line")
    void looksAfterTheLedger() throws Exception {
        // Given
        Path export = Files.writeString(folder.resolve("export.json"), "[{\"response_id\": \"r-1\", \"cost\": 0.5}]");
        // When
        Run reconciled = serai("ledger", "reconcile", "--from", "2020-01-01");
        Run imported = serai("ledger", "import", export.toString());
        // Then
        assertThat(reconciled.out()).contains("all adds up").contains("2020-01-01 to ");
        assertThat(reconciled.code()).isZero();
        assertThat(imported.out().lines()).anyMatch(line -> line.matches("r-1\\s+unknown"));
        assertThat(imported.code()).isZero();
    }

    @Test
    @DisplayName("L10: what was spent is a table with a total, JSON or CSV, and a wrong question is told what is right")
    void showsSpending() throws Exception {
        // Given
        HttpRequest call = HttpRequest.newBuilder(gateway.baseUrl().resolve("/gateway/use-cases/both"))
                .header("Authorization", "Bearer " + KEY)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"input\": \"Hello\"}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(call, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> serai("spend").out().lines().anyMatch(line -> line.matches("both\\s+[1-9].*")));
        // When
        Run table = serai("spend", "--by", "task,model");
        Run json = serai("spend", "--json");
        Run csv = serai("spend", "--by", "caller,deployment", "--csv");
        Run wrong = serai("spend", "--by", "modell");
        Run past = serai("spend", "--from", "2020-01-01", "--to", "2020-01-31");
        // Then
        assertThat(table.out().lines().findFirst().orElseThrow())
                .matches(
                        "TASK\\s+MODEL\\s+CALLS\\s+COST USD\\s+CHARGED USD\\s+ESTIMATED USD\\s+INPUT TOKENS\\s+OUTPUT TOKENS");
        assertThat(table.out().lines()).anyMatch(line -> line.matches("both\\s+quick\\s.*"));
        assertThat(Json.MAPPER.readTree(json.out()).at("/rows/0/task").textValue())
                .isEqualTo("both");
        assertThat(csv.out().lines().findFirst())
                .contains(
                        "caller,deployment,calls,costUsd,chargedUsd,overrunUsd,estimatedUsd,inputTokens,outputTokens");
        assertThat(csv.out()).contains("\nops,one,");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("did you mean 'model'");
        assertThat(past.out()).isEqualTo("nothing was spent in these days\n");
    }
}
