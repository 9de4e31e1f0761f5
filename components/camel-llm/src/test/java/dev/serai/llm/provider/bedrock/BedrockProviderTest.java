/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.bedrock;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;

class BedrockProviderTest {
    private static final BedrockProvider PROVIDER =
            new BedrockProvider(Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC));

    @Test
    void isKnown() {
        assertThat(Providers.of("bedrock").dialect()).isEqualTo(Dialect.BEDROCK_CONVERSE);
        assertThat(PROVIDER.keyRequired()).isTrue();
        assertThat(PROVIDER.defaultBaseUrl()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "amazon.nova-micro-v1:0, false, /model/amazon.nova-micro-v1%3A0/converse",
        "us.anthropic.claude-sonnet-4-6, true, /model/us.anthropic.claude-sonnet-4-6/converse-stream",
        "arn:aws:bedrock:eu-west-1:1:inference-profile/x, false, /model/arn%3Aaws%3Abedrock%3Aeu-west-1%3A1%3Ainference-profile%2Fx/converse"
    })
    void theModelIsEncodedIntoThePath(String model, boolean stream, String path) {
        assertThat(PROVIDER.path(model, stream)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "bedrock-runtime.eu-central-1.amazonaws.com, eu-central-1",
        "bedrock-runtime-fips.us-gov-west-1.amazonaws.com, us-gov-west-1",
        "bedrock-runtime.cn-north-1.amazonaws.com.cn, cn-north-1",
        "vpce-1-a.bedrock-runtime.ap-south-1.vpce.amazonaws.com, ap-south-1",
        "proxy.internal, us-east-1"
    })
    void theHostNamesTheRegion(String host, String region) {
        assertThat(BedrockProvider.region(host)).isEqualTo(region);
    }

    @Test
    void anApiKeyIsABearerToken() {
        assertThat(headers("ABSKkey")).isEqualTo(Map.of("Authorization", "Bearer ABSKkey"));
    }

    @Test
    void awsCredentialsSign() {
        Map<String, String> headers = headers("AKID:secret/+=");

        assertThat(headers).containsOnlyKeys("Authorization", "X-Amz-Date");
        assertThat(headers.get("Authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKID/20260102/eu-west-1/bedrock/aws4_request, "
                        + "SignedHeaders=host;x-amz-date, Signature=");
        assertThat(headers.toString()).doesNotContain("secret");
    }

    @Test
    void temporaryCredentialsCarryTheirToken() {
        assertThat(headers("ASIA:secret:the/token=="))
                .containsEntry("X-Amz-Security-Token", "the/token==")
                .hasEntrySatisfying("Authorization", value -> assertThat(value).contains("x-amz-security-token"));
    }

    private static Map<String, String> headers(String key) {
        Map<String, String> headers = new TreeMap<>();
        URI uri = URI.create("https://bedrock-runtime.eu-west-1.amazonaws.com" + PROVIDER.path("a:0", false));
        PROVIDER.authenticate(key, new OutgoingRequest(uri, "{}".getBytes(), headers::put));
        return headers;
    }
}
