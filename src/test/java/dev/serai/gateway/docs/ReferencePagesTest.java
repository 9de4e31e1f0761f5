/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.serai.gateway.deployment.BreakerPolicy;
import dev.serai.gateway.deployment.Capabilities;
import dev.serai.gateway.deployment.Credential;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.DropReason;
import dev.serai.gateway.deployment.RateLimits;
import dev.serai.gateway.deployment.Timeouts;
import dev.serai.gateway.ledger.budget.Budget;
import dev.serai.gateway.ledger.price.Rates;
import dev.serai.gateway.task.ContractReader;
import dev.serai.gateway.telemetry.DecisionRecord;

import static org.assertj.core.api.Assertions.assertThat;

/** The reference pages name everything that there is, and nothing else. */
class ReferencePagesTest {
    private static final Pattern PROPERTY = Pattern.compile("[$\\{]\\{(serai\\.[a-z.-]+)[:}]");
    private static final List<String> READERS =
            List.of("processors/src/main/java", "processors/src/main/resources/application.yaml", "routes");

    @Test
    void everyKeyOfTheConfigurationIsDescribed() throws Exception {
        Page page = Page.read("docs/configuration.md");

        assertThat(page.named()).containsAll(keysOfTheConfiguration());
        assertThat(page.text()).contains("`requestsPerMinute`", "`tokensPerMinute`");
    }

    @Test
    void nothingIsDescribedThatDoesNotExist() throws Exception {
        Set<String> described = Page.read("docs/configuration.md").named();

        described.removeAll(keysOfTheConfiguration());

        assertThat(described).containsExactlyInAnyOrder("server.port", "camel.component.llm.*");
    }

    @Test
    void everyCapabilityIsNamed() throws IOException {
        assertThat(Page.read("docs/configuration.md").text())
                .contains(Capabilities.KNOWN.stream()
                        .map(word -> "`" + word + "`")
                        .toList());
    }

    @Test
    void everyFieldOfTheDecisionRecordIsDescribed() throws IOException {
        Set<String> fields = components(DecisionRecord.class);
        fields.addAll(components(DecisionRecord.Try.class));

        assertThat(Page.read("docs/decision-record.md").named()).isEqualTo(fields);
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonIsNamed(DropReason reason) throws IOException {
        assertThat(Page.read("docs/decision-record.md").text()).contains("`" + reason.code() + "`");
    }

    @Test
    void theExampleIsADecisionRecord() throws IOException {
        JsonMapper strict = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();

        DecisionRecord example =
                strict.readValue(Page.read("docs/decision-record.md").block("json", "requestId"), DecisionRecord.class);

        assertThat(example.attempts()).hasSize(2);
        assertThat(example.candidates()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"telemetry-record", "wireTap", "serai.decision-record"})
    void theRouteOfTheSinksIsWhereThePageSays(String part) throws IOException {
        assertThat(Path.of("routes/telemetry.yaml")).content().contains(part);
    }

    private static Set<String> keysOfTheConfiguration() throws Exception {
        Set<String> keys = new TreeSet<>();
        for (Class<?> type : Set.of(
                Credential.class, Deployment.class, Timeouts.class, BreakerPolicy.class, Rates.class, Budget.class)) {
            keys.addAll(components(type));
        }
        keys.addAll(components(Class.forName("dev.serai.gateway.identity.CallerEntry")));
        keys.remove("name");
        keys.addAll(ContractReader.PARAMETERS);
        keys.addAll(properties());
        assertThat(components(RateLimits.class)).containsExactly("requestsPerMinute", "tokensPerMinute");
        return keys;
    }

    private static Set<String> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The serai.* properties that sources and routes read. */
    private static Set<String> properties() throws IOException {
        Set<String> properties = new TreeSet<>();
        for (String reader : READERS) {
            try (Stream<Path> files = Files.walk(Path.of(reader))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Matcher matcher = PROPERTY.matcher(Files.readString(file));
                    while (matcher.find()) {
                        properties.add(matcher.group(1));
                    }
                }
            }
        }
        return properties;
    }
}
