/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.Test;

import dev.serai.llm.LlmStream;

import static org.assertj.core.api.Assertions.assertThat;

/** The YAML examples of the component's page, in one plain Camel context. */
class ComponentPageTest {
    private static final Path PAGE = Path.of("components/camel-llm/src/main/docs/llm-component.adoc");
    private static final Pattern YAML = Pattern.compile("\\[source,yaml]\n----\n(.*?)\n----", Pattern.DOTALL);

    @Test
    void theYamlExamplesRun() throws Exception {
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            int file = 0;
            for (String example : examples()) {
                PluginHelper.getRoutesLoader(camel)
                        .loadRoutes(ResourceHelper.fromString("example-" + file++ + ".yaml", example));
            }
            camel.start();
            ProducerTemplate template = camel.createProducerTemplate();

            assertThat(template.requestBody("direct:a", "Hi", String.class)).isNotBlank();
            try (LlmStream stream = template.requestBody("direct:streamed", "Hi", LlmStream.class)) {
                assertThat(stream.next()).isNotNull();
            }
            assertThat(template.requestBody("direct:caught", (Object) "Hi")).hasToString("provider_unavailable");
            assertThat(template.requestBody("direct:handled", (Object) "Hi")).isEqualTo("again in 2 s");
        }
    }

    private static List<String> examples() throws IOException {
        List<String> examples = YAML.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
        assertThat(examples).hasSizeGreaterThan(4);
        return examples;
    }
}
