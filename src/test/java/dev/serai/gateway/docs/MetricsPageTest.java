/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.serai.gateway.telemetry.Metric;

import static org.assertj.core.api.Assertions.assertThat;

/** docs/metrics.md is made of {@link Metric}; {@code -Dserai.docs.write=true} writes it. */
class MetricsPageTest {
    private static final Path PAGE = Path.of("docs/metrics.md");
    private static final String HEAD = """
            # Metrics

            `GET /actuator/prometheus` has them, beside those of the JVM, Tomcat and Camel. There, dots are
            underscores; times end in `_seconds`, counters in `_total`; times and token counts have `_count`, `_sum` and `_max`, times
            have `_bucket` too. No tag names a caller.

            This page is made from `dev.serai.gateway.telemetry.Metric` by a test; after a change there run
            `mvn verify -Dserai.docs.write=true`.

            | meter | tags | meaning |
            |---|---|---|
            """;

    @Test
    void thePageIsUpToDate() throws IOException {
        String page =
                HEAD + Arrays.stream(Metric.values()).map(MetricsPageTest::row).collect(Collectors.joining());
        if (Boolean.getBoolean("serai.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("write it with -Dserai.docs.write=true").hasContent(page);
    }

    private static String row(Metric metric) {
        String tags = Arrays.stream(metric.tags()).map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
        return "| `" + metric.meter() + "` | " + tags + " | " + metric.description() + " |\n";
    }
}
