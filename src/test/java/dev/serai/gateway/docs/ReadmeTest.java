/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.identity.Callers;
import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** What the README and the pages show is what there is. */
class ReadmeTest {
    private static final Pattern CURL_BODY = Pattern.compile("-d '(\\{[^']*)'");
    private static final String TASK = "routes/tasks/support-answer.yaml";

    @TempDir
    Path home;

    @Test
    void theQuotedTaskIsTheRealOne() throws IOException {
        assertThat(Page.read("README.md").block("yaml", "uri: task:support-answer"))
                .isEqualTo(Files.readString(Path.of(TASK)));
    }

    @Test
    void everyBodyOfACallIsJson() throws IOException {
        List<String> bodies = new ArrayList<>();
        for (String block : Page.read("README.md").blocks("sh")) {
            Matcher matcher = CURL_BODY.matcher(block);
            while (matcher.find()) {
                bodies.add(matcher.group(1));
                assertThat(Json.MAPPER.readTree(matcher.group(1)).isObject()).isTrue();
            }
        }
        assertThat(bodies).hasSizeGreaterThan(3);
    }

    @TestFactory
    Stream<DynamicTest> jsonAndYamlBlocksParse() throws IOException {
        return Page.all().stream()
                .flatMap(page -> Stream.concat(
                        page.blocks("json").stream()
                                .map(block -> DynamicTest.dynamicTest(
                                        page.file() + " JSON", () -> Json.MAPPER.readTree(block))),
                        page.blocks("yaml").stream()
                                .map(block -> DynamicTest.dynamicTest(
                                        page.file() + " YAML", () -> assertThat((Object) new Yaml().load(block))
                                                .isNotNull()))));
    }

    @TestFactory
    Stream<DynamicTest> everyFileThatIsNamedExists() throws IOException {
        return Page.all().stream().flatMap(page -> page.files().stream()
                .map(file -> DynamicTest.dynamicTest(
                        page.file() + " names " + file, () -> assertThat(file).exists())));
    }

    @Test
    void theDeploymentOfOnesOwnCanBeRead() throws IOException {
        String entry = Page.read("README.md").block("yaml", "llm:openai-compatible/");
        Path file = home.resolve("deployments.yaml");
        String shipped = Files.readString(Path.of("config/deployments.yaml"));
        Files.writeString(file, shipped + "\n" + entry.indent(2));

        Deployment own = Deployments.read(file, placeholders()).find("my-model").orElseThrow();

        assertThat(own.usable()).isTrue();
        assertThat(own.provider()).isEqualTo("openai-compatible");
    }

    @Test
    void theCallerCanBeRead() throws IOException {
        String entry = Page.read("README.md")
                .block("yaml", "keyHash:")
                .replace("sha256:…", "sha256:" + "0123456789abcdef".repeat(4));
        Path file = home.resolve("callers.yaml");
        Files.writeString(file, "callers:\n" + entry.indent(2));

        assertThat(Callers.read(file, home, placeholders()).keyFiles()).isEmpty();
    }

    /** As if no variable of the environment were set. */
    private static UnaryOperator<String> placeholders() {
        return text -> text.replaceAll("\\{\\{env:[A-Z_]+:}}", "");
    }
}
