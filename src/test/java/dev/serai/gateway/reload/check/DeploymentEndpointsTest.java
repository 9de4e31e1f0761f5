/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.deployment.Deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeploymentEndpointsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            llm:openai/gpt-4.1?maxEventByte=1 | uri cannot be used: unknown option 'maxEventByte' — did you mean 'maxEventBytes'? Known options: additionalHeaders, baseUrl, dialect
            llm:openai/gpt-4.1             | uri cannot be used: llm:openai needs a key: set the option credential
            llm:openai-compatible/qwen     | uri cannot be used: llm:openai-compatible has no address of its own: set the option baseUrl
            llm:sim/nonsense               | uri cannot be used: sim profile 'nonsense': must be one of quick, chat
            llm:openai-compatible/q?baseUrl=http://x&maxEventBytes=many | uri cannot be used:
            """)
    void anEndpointThatCannotBeMade(String uri, String problem) {
        assertThat(problems(uri))
                .singleElement()
                .asString()
                .startsWith("config/deployments.yaml:3: deployment 'one': " + problem)
                .doesNotContain("Exception")
                .doesNotContain("\n");
    }

    @Test
    void aProviderThatDoesNotExistIsFoundWhenTheFileIsRead() {
        assertThatThrownBy(() -> problems("llm:opnai/gpt-4.1"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("config/deployments.yaml:3: deployment 'one': uri")
                .hasMessageContaining("provider 'opnai' is not one of anthropic, azure-openai, bedrock");
    }

    @Test
    void onesThatCan() {
        assertThat(problems("llm:sim/chat")).isEmpty();
        assertThat(problems("llm:openai-compatible/qwen?baseUrl=http://localhost:1/v1"))
                .isEmpty();
    }

    private List<String> problems(String uri) {
        new RouteHome(folder).write("config/deployments.yaml", """
                deployments:
                  one:
                    uri: %s
                    region: eu
                    retention: none
                    dataClasses: [public]
                    contextWindow: 8000
                    maxOutputTokens: 1000
                    price: sim
                """.formatted(uri));
        Problems problems = new Problems();
        Deployments deployments = Deployments.read(folder.resolve("config/deployments.yaml"), UnaryOperator.identity());
        CamelContext camel = new DefaultCamelContext();

        DeploymentEndpoints.check(camel, deployments, folder, problems);

        assertThat(camel.getEndpoints()).isEmpty();
        assertThat(camel.getComponentNames()).isEmpty();
        return problems.all().stream()
                .map(ConfigException::getMessage)
                .map(text -> text.replace(folder + "/", ""))
                .toList();
    }
}
