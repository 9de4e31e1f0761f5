/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.gateway.config.ConfigException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeploymentsTest {
    private static final String FILE = """
            credentials:
              openai:
                apiKey: "{{env:OPENAI_API_KEY:}}"
            defaults:
              timeouts: { connect: 1s, attempt: 30s }
            deployments:
              gpt-mini:
                uri: llm:openai/gpt-4o-mini?organization=acme
                credential: openai
                region: us
                retention: 30d
                dataClasses: [public, internal]
                contextWindow: 128000
                maxOutputTokens: 16384
                price: gpt-4o-mini
            """;

    /** The lines of {@link #FILE}, to change one. */
    private static final int URI = 8;

    @TempDir
    Path home;

    @Test
    void readsADeploymentAndFillsInTheDefaults() throws IOException {
        Deployment deployment = read(FILE, "sk-1").find("gpt-mini").orElseThrow();

        assertThat(deployment.provider()).isEqualTo("openai");
        assertThat(deployment.model()).isEqualTo("gpt-4o-mini");
        assertThat(deployment.credential().apiKey().reveal()).isEqualTo("sk-1");
        assertThat(deployment.retention()).isEqualTo(new Retention(30)).isGreaterThan(Retention.NONE);
        assertThat(deployment.dataClasses()).containsExactly("public", "internal");
        assertThat(deployment.timeouts())
                .isEqualTo(new Timeouts(Duration.ofSeconds(1), null, null, Duration.ofSeconds(30)));
        assertThat(deployment.timeouts().firstToken()).isEqualTo(Duration.ofSeconds(10));
        assertThat(deployment.breaker()).isEqualTo(new BreakerPolicy(50, 5, 20, Duration.ofSeconds(30)));
        assertThat(deployment.rateLimits()).isEqualTo(RateLimits.NONE);
        assertThat(deployment.capabilities()).isEmpty();
        assertThat(deployment.allowsTenant("acme")).isTrue();
        assertThat(deployment.weight()).isEqualTo(1);
        assertThat(deployment.connections()).isEqualTo(64);
        assertThat(deployment.demo()).isFalse();
        assertThat(deployment.usable()).isTrue();
    }

    @Test
    void withoutAKeyItIsNotUsable() throws IOException {
        Deployment deployment = read(FILE, "").find("gpt-mini").orElseThrow();

        assertThat(deployment.usable()).isFalse();
        assertThat(deployment.unusableReason()).contains("no_credential");
    }

    @Test
    void anUpstreamThatTakesNoKeyIsUsable() throws IOException {
        Deployment deployment = read(FILE.replace("    credential: openai\n", ""), "")
                .find("gpt-mini")
                .orElseThrow();

        assertThat(deployment.usable()).isTrue();
        assertThat(deployment.unusableReason()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            uri: openai/gpt-4o-mini            | uri is not an llm: endpoint                   | write llm:<provider>/<model>, e.g. llm:openai/gpt-4o-mini
            uri: llm:openai                    | uri is not an llm: endpoint                   | write llm:<provider>/<model>, e.g. llm:openai/gpt-4o-mini
            uri: llm:openai/x?apiKey=sk-1      | uri carries a key                             | put the key below 'credentials:' and name it in 'credential:'
            credential: opneai                 | credential 'opneai' is unknown                | did you mean 'openai'? Known credentials: openai
            regoin: eu                         | unknown key 'regoin'                          | did you mean 'region'? Known keys: breaker, capabilities, connections, contextWindow, credential, dataClasses, demo, embeddingModel, maxOutputTokens, price, rateLimits, region, retention, tenants, timeouts, uri, weight
            region: US East                    | region 'US East' must be in kebab-case        | use lower-case letters, digits and hyphens, e.g. 'gpt-mini'
            retention: 30                      | retention '30' is not a retention             | write none, or days such as 30d
            dataClasses: []                    | dataClasses is empty                          | list at least one
            capabilities: [tools, vison]       | capabilities[1] 'vison' is unknown            | did you mean 'vision'? Known capabilities: audio, citations, embeddings, files, json_object, json_schema, logprobs, n_choices, parallel_tools, prediction, prompt_cache, reasoning, server_tools, tools, vision
            contextWindow: 0                   | contextWindow '0' must be between 1 and 100000000 | give a whole number in that range
            maxOutputTokens: 128001            | maxOutputTokens '128001' must be between 1 and 128000 | give a whole number in that range
            tenants: [Acme]                    | tenants[0] 'Acme' must be in kebab-case       | use lower-case letters, digits and hyphens, e.g. 'gpt-mini'
            weight: -1                         | weight '-1' must be between 0 and 1000        | give a whole number in that range
            connections: 0                     | connections '0' must be between 1 and 10000   | give a whole number in that range
            demo: maybe                        | demo 'maybe' is neither true nor false        | write true or false
            rateLimits: { requestsPerMinute: 0 } | rateLimits.requestsPerMinute '0' must be between 1 and 2147483647 | give a whole number in that range
            timeouts: { idle: 0s }             | timeouts.idle '0s' must be longer than zero   | give a time such as 500ms or 20s
            embeddingModel: x                  | embeddingModel 'x' is for deployments that make vectors | add embeddings to 'capabilities:', or remove the key
            breaker: { failureRate: 101 }      | breaker.failureRate '101' must be between 1 and 100 | give a whole number in that range
            breaker: { minimumCalls: 50 }      | breaker.minimumCalls '50' is more than the window of 20 | raise window, or lower it
            """)
    void refusesABrokenLine(String line, String problem, String fix) {
        String key = line.substring(0, line.indexOf(':'));
        String rest = FILE.lines()
                .filter(kept -> !kept.startsWith("    " + key + ":"))
                .reduce("", (all, kept) -> all + kept + "\n");
        String broken = rest.replace("  gpt-mini:\n", "  gpt-mini:\n    " + line + "\n");

        assertThatThrownBy(() -> read(broken, ""))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file() + ":" + URI + ": deployment 'gpt-mini': " + problem + " — " + fix);
    }

    @Test
    void vectorsAreThoseOfTheModelInTheUriUnlessTheEntrySaysAnother() throws IOException {
        String embeds = FILE.replace("    region:", "    capabilities: [embeddings]\n    region:")
                .replaceAll("    maxOutputTokens: .*\n", "");

        assertThat(read(embeds, "").find("gpt-mini").orElseThrow().embeddingModel())
                .isEqualTo("gpt-4o-mini");
        assertThat(read(embeds.replace("    region:", "    embeddingModel: other\n    region:"), "")
                        .find("gpt-mini")
                        .orElseThrow()
                        .embeddingModel())
                .isEqualTo("other");
    }

    @Test
    void refusesEmbeddingsOfAProviderThatHasNone() {
        String embeds = FILE.replace("    region:", "    capabilities: [embeddings]\n    region:")
                .replace("llm:openai/", "llm:anthropic/");

        assertThatThrownBy(() -> read(embeds, ""))
                .hasMessageEndingWith("deployment 'gpt-mini': capabilities say embeddings, but anthropic has "
                        + "none — take it out, or name a provider that has them in 'uri:'");
    }

    @ParameterizedTest
    @CsvSource({"uri", "region", "retention", "dataClasses", "contextWindow", "maxOutputTokens", "price"})
    void refusesAMissingKey(String key) {
        String broken = FILE.replaceAll("    " + key + ":.*\n", "");

        assertThatThrownBy(() -> read(broken, ""))
                .hasMessage(file() + ":7: deployment 'gpt-mini': " + key + " is missing — add '" + key + ":'");
    }

    @Test
    void refusesANameThatIsNotKebabCase() {
        assertThatThrownBy(() -> read(FILE.replace("gpt-mini:", "GPT_Mini:"), ""))
                .hasMessage(file() + ":7: deployment 'GPT_Mini': name must be in kebab-case"
                        + " — use lower-case letters, digits and hyphens, e.g. 'gpt-mini'");
    }

    @Test
    void refusesABrokenCredential() {
        assertThatThrownBy(() -> read(FILE.replace("apiKey:", "apikey:"), ""))
                .hasMessage(
                        file()
                                + ":3: credential 'openai': unknown key 'apikey' — did you mean 'apiKey'? Known keys: apiKey, googleCredentials");
        assertThatThrownBy(() -> read(FILE, "{{openai.key}}"))
                .hasMessageStartingWith(
                        file() + ":3: credential 'openai': apiKey still has a placeholder in it — check the");
    }

    @Test
    void refusesACredentialWhereThereAreNone() {
        String broken = FILE.substring(FILE.indexOf("defaults:"));

        assertThatThrownBy(() -> read(broken, ""))
                .hasMessage(file() + ":6: deployment 'gpt-mini': credential 'openai' is unknown"
                        + " — there are no credentials yet: add it first");
    }

    @Test
    void aLaterCheckNamesTheLineOrTheFix() throws IOException {
        Deployments deployments = read(FILE, "");

        assertThat(deployments
                        .located("gpt-mini")
                        .error("price", "price 'gpt-4o-mini' is not in prices.yaml", "add it"))
                .hasMessage(file() + ":15: deployment 'gpt-mini': price 'gpt-4o-mini' is not in prices.yaml — add it");
        assertThat(deployments.fixForUnknown("gpt-mnii"))
                .isEqualTo("did you mean 'gpt-mini'? Known deployments: gpt-mini");
    }

    @Test
    void textNeverHasTheKey() throws IOException {
        Deployments deployments = read(FILE, "sk-hidden");

        assertThat(deployments.all().toString()).contains("gpt-mini").doesNotContain("sk-hidden");
        assertThat(deployments.credentials().toString()).doesNotContain("sk-hidden");
    }

    @Test
    void theShippedFileIsReadable() {
        UnaryOperator<String> noKeys = text -> "";
        Deployments deployments = Deployments.read(Path.of("config/deployments.yaml"), noKeys);

        assertThat(deployments.names())
                .containsExactly(
                        "sim-chat",
                        "sim-quick",
                        "sim-embed",
                        "gpt-mini",
                        "gpt-large",
                        "embed-small",
                        "claude-haiku",
                        "claude-sonnet");
        assertThat(deployments.all())
                .allSatisfy(deployment ->
                        assertThat(deployment.usable()).as(deployment.name()).isEqualTo(deployment.demo()));
    }

    @Test
    void theShippedExamplesAreRight() throws IOException {
        String examples = Files.readString(Path.of("config/deployments.yaml")).replaceAll("(?m)^  # (?= *\\S+:)", "  ");

        Deployment selfHosted = read(examples, "").find("selfhosted-qwen").orElseThrow();
        assertThat(selfHosted.usable()).isTrue();
        assertThat(selfHosted.model()).isEqualTo("Qwen/Qwen2.5-7B-Instruct");
    }

    private Deployments read(String text, String key) throws IOException {
        Files.writeString(file(), text);
        return Deployments.read(file(), placeholder -> key);
    }

    private Path file() {
        return home.resolve("deployments.yaml");
    }
}
