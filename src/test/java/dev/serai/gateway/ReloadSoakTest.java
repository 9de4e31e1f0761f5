/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A hundred edits of the built jar's files under load: {@code mvn package && mvn test -Psoak}. */
@Tag("soak")
class ReloadSoakTest {
    private static final int CALLS_PER_SECOND = Integer.getInteger("serai.soak.rate", 200);
    private static final int EDITS = 100;

    @Test
    @DisplayName("Q1 Q2 Q3: 200 calls a second, 100 edits, a third of them wrong: no call fails, no stream is cut")
    void aHundredEdits() throws Exception {
        // Given
        GatewayUnderTest.Builder setup = ReloadBed.setup(60).task("other", "says-two");
        try (JarUnderTest gateway = JarUnderTest.start(setup, "-Xmx512m")) {
            ReloadBed bed = new ReloadBed(gateway.home(), new GatewayClient(gateway.baseUrl(), gateway.key()));
            ReloadEdits edits = new ReloadEdits(bed, new Seen(gateway));
            ReloadLoad load = new ReloadLoad(bed.client());
            load.start(CALLS_PER_SECOND);
            for (int i = 0; i < 20; i++) {
                edits.next();
            }
            String before = gateway.memory();
            // When
            while (edits.edits() < EDITS) {
                edits.next();
            }
            String after = gateway.memory();
            load.stop();
            System.out.printf(
                    "%d edits, %d of them wrong, under %d calls: %d wrong; %s, then %s%n",
                    edits.edits(), edits.mistakes(), load.calls(), load.wrong().size(), before, after);
            // Then
            assertThat(load.wrong()).isEmpty();
            assertThat(edits.untold()).isEmpty();
            ReloadBed.await("the old editions are over")
                    .until(() -> metric(gateway, "serai_reload_editions").equals("1.0"));
            assertThat(threads(after)).isLessThan(threads(before) + 40);
            FaultBed.within(ReloadBed.LIMIT).until(() -> gateway.records() >= load.calls());
            assertThat(Files.readAllLines(gateway.home().resolve("data/records/decision-records.jsonl")))
                    .allMatch(line -> line.matches(".*\"routeVersion\":\"v\\d+-[0-9a-f]{12}\".*"));
        }
    }

    private static int threads(String memory) {
        Matcher matcher = Pattern.compile("Threads: (\\d+)").matcher(memory);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static String metric(JarUnderTest gateway, String name) throws IOException, InterruptedException {
        URI uri = gateway.baseUrl().resolve("/actuator/prometheus");
        String all = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        return all.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    /** From outside: the metrics, and the log since the last time that nothing was wrong. */
    private record Seen(JarUnderTest gateway) implements ReloadEdits.EditSeen {
        @Override
        public long applied() {
            return (long) Double.parseDouble(value("serai_reloads_total{result=\"applied\"}"));
        }

        @Override
        public List<String> problems() {
            if (value("serai_reload_problems").equals("0.0")) {
                return List.of();
            }
            Path log = gateway.home().resolve("gateway.log");
            try {
                List<String> told = Files.readAllLines(log).stream()
                        .filter(line -> line.contains("Not taken into force: "))
                        .map(line -> line.replaceFirst(".*Not taken into force: ", "")
                                .replace(gateway.home() + "/", ""))
                        .toList();
                return told.subList(Math.max(0, told.size() - 10), told.size());
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        private String value(String name) {
            try {
                return metric(gateway, name);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
