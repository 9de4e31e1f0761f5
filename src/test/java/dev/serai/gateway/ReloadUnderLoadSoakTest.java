/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.reload.ReloadState;

import static org.assertj.core.api.Assertions.assertThat;

/** Edits of all kinds while calls come at a steady rate. */
@Tag("soak")
class ReloadUnderLoadSoakTest {
    private static final int CALLS_PER_SECOND = 25;
    private static final int EDITS = 20;

    @Test
    @DisplayName("Q1 Q2 Q3: no call fails or is cut because files change, and nothing of the old stays")
    void editsUnderLoad() throws Exception {
        // Given
        try (GatewayUnderTest gateway =
                ReloadBed.setup(40).task("other", "says-two").start()) {
            ReloadBed bed = new ReloadBed(gateway);
            ReloadEdits edits = new ReloadEdits(bed, new Seen(bed));
            ReloadLoad load = new ReloadLoad(bed.client());
            bed.ask("answer");
            load.start(CALLS_PER_SECOND);
            for (int i = 0; i < 9; i++) {
                edits.next();
            }
            int threads = Thread.activeCount();
            // When
            while (edits.edits() < EDITS) {
                edits.next();
            }
            load.stop();
            // Then
            assertThat(load.wrong()).isEmpty();
            assertThat(edits.untold()).isEmpty();
            ReloadBed.await("the old editions are over")
                    .until(() -> gateway.bean(Editions.class).alive().size() == 1);
            ReloadBed.await("one route of each")
                    .until(() -> bed.routes("gateway--").size() == 1
                            && bed.routes("answer--").size() == 2
                            && bed.routes("door-openai-chat--").size() == 2);
            assertThat(Thread.activeCount()).isLessThan(threads + 30);
            recordsNameVersions(gateway, load.requestIds());
        }
    }

    private static void recordsNameVersions(GatewayUnderTest gateway, List<String> requestIds) {
        gateway.recordsAtRest();
        Set<String> known = Set.copyOf(requestIds);
        List<JsonNode> records = gateway.records().stream()
                .filter(entry -> known.contains(entry.path("requestId").asText()))
                .toList();
        assertThat(records).hasSize(requestIds.size());
        assertThat(records)
                .allMatch(entry -> entry.at("/task/routeVersion").asText().matches("v\\d+-[0-9a-f]{12}"));
        Set<String> versions = records.stream()
                .map(entry -> entry.at("/task/name").asText() + " "
                        + entry.at("/task/routeVersion").asText())
                .collect(Collectors.toSet());
        assertThat(versions).hasSizeGreaterThan(4);
    }

    private record Seen(ReloadBed bed) implements ReloadEdits.EditSeen {
        @Override
        public long applied() {
            return bed.gateway().bean(ReloadState.class).applied();
        }

        @Override
        public List<String> problems() {
            return bed.problems().stream()
                    .map(problem -> problem.text().replace(bed.gateway().home() + "/", ""))
                    .toList();
        }
    }
}
