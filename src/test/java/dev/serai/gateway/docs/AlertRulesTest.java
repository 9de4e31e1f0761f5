/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

import dev.serai.gateway.telemetry.Metric;

import static org.assertj.core.api.Assertions.assertThat;

/** The shipped alert rules have Prometheus' form, and ask for metrics that there are (R3, D5). */
class AlertRulesTest {
    private static final Path RULES = Path.of("ops/prometheus/serai-alerts.yaml");
    private static final Pattern NAME = Pattern.compile("\\b(?:serai|gen_ai)_[a-z_]+\\b");
    private static final Pattern SUFFIX = Pattern.compile("(_total|(_seconds)?(_count|_sum|_max|_bucket))$");
    private static final Pattern BY = Pattern.compile("by \\(([a-z, ]+)\\)");

    @Test
    @DisplayName(
            "R3: every rule is what promtool takes: an alert with an expression, a duration, labels and annotations")
    void haveTheForm() throws IOException {
        for (Map<String, Object> rule : rules()) {
            assertThat(rule.keySet()).isSubsetOf("alert", "expr", "for", "labels", "annotations");
            assertThat(rule).containsKeys("alert", "expr", "labels", "annotations");
            assertThat((String) rule.get("alert")).matches("Serai[A-Za-z]+");
            assertThat(((Map<?, ?>) rule.get("annotations")).get("summary")).isInstanceOf(String.class);
            assertThat((String) ((Map<?, ?>) rule.get("labels")).get("severity"))
                    .isIn("info", "warning", "critical");
            assertThat(rule.getOrDefault("for", "1m").toString()).matches("\\d+[smhd]");
            String expression = (String) rule.get("expr");
            assertThat(count(expression, '(')).isEqualTo(count(expression, ')'));
        }
        assertThat(rules().stream().map(rule -> rule.get("alert"))).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("R3: every metric that a rule asks for exists, and has the tags that it is summed by")
    void askForWhatThereIs() throws IOException {
        Map<String, Metric> metrics = Arrays.stream(Metric.values())
                .collect(Collectors.toMap(metric -> metric.meter().replace('.', '_'), metric -> metric));
        for (Map<String, Object> rule : rules()) {
            String expression = (String) rule.get("expr");
            List<String> names = NAME.matcher(expression)
                    .results()
                    .map(MatchResult::group)
                    .map(name -> SUFFIX.matcher(name).replaceFirst(""))
                    .toList();
            assertThat(names).as(expression).isNotEmpty();
            assertThat(metrics.keySet()).as(expression).containsAll(names);
            Set<String> tags = Set.of(metrics.get(names.get(0)).tags());
            BY.matcher(expression).results().forEach(by -> assertThat(tags)
                    .as(expression)
                    .containsAll(List.of(by.group(1).split(", "))));
        }
    }

    @Test
    @DisplayName(
            "D5: the file alerts where the fallbacks cannot carry a task's traffic, and on the drills of a game day")
    void alertOnHeadroom() throws IOException {
        assertThat(rules().stream().map(rule -> rule.get("alert")))
                .contains("SeraiHeadroomShort", "SeraiHeadroomUnknown", "SeraiDrillRunning");
    }

    private static long count(String text, char wanted) {
        return text.chars().filter(c -> c == wanted).count();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rules() throws IOException {
        Map<String, List<Map<String, Object>>> file = new Yaml().load(Files.readString(RULES));
        assertThat(file.keySet()).containsExactly("groups");
        return file.get("groups").stream()
                .flatMap(group -> ((List<Map<String, Object>>) group.get("rules")).stream())
                .toList();
    }
}
