/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.bedrock;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The vectors of AWS's Signature Version 4 test suite, by their names there. */
class SigV4SignerTest {
    private static final Clock THEN = Clock.fixed(Instant.parse("2015-08-30T12:36:00Z"), ZoneOffset.UTC);
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final String SCOPE =
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request";
    private static final String TOKEN =
            "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwA"
                    + "eMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQ"
                    + "DYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FD"
                    + "rypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "get-vanilla | GET | / | 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "get-vanilla-query | GET | /? | 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "get-vanilla-query-order-key-case | GET | /?Param2=value2&Param1=value1 | b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
                "get-unreserved | GET | /-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz | 07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
                "post-vanilla | POST | / | 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
                "post-vanilla-query | POST | /?Param1=value1 | 28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
            })
    void signsAsPublished(String name, String method, String path, String signature) {
        Map<String, String> added =
                signer(null).sign(method, URI.create("https://example.amazonaws.com" + path), Map.of(), new byte[0]);

        assertThat(added)
                .containsEntry("X-Amz-Date", "20150830T123600Z")
                .containsEntry("Authorization", SCOPE + ", SignedHeaders=host;x-amz-date, Signature=" + signature)
                .hasSize(2);
    }

    /** post-x-www-form-urlencoded. */
    @Test
    void signsABodyAndItsType() {
        Map<String, String> added = signer(null)
                .sign(
                        "POST",
                        URI.create("https://example.amazonaws.com/"),
                        Map.of("Content-Type", "application/x-www-form-urlencoded"),
                        "Param1=value1".getBytes(StandardCharsets.UTF_8));

        assertThat(added.get("Authorization"))
                .isEqualTo(SCOPE + ", SignedHeaders=content-type;host;x-amz-date, "
                        + "Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
    }

    /** post-sts-header-before. */
    @Test
    void aSessionTokenIsSentAndSigned() {
        Map<String, String> added =
                signer(TOKEN).sign("POST", URI.create("https://example.amazonaws.com/"), Map.of(), new byte[0]);

        assertThat(added).containsEntry("X-Amz-Security-Token", TOKEN);
        assertThat(added.get("Authorization"))
                .isEqualTo(SCOPE + ", SignedHeaders=host;x-amz-date;x-amz-security-token, "
                        + "Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead");
    }

    @Test
    void noSecretIsEverPrinted() {
        assertThat(new SigV4Signer.Credentials("id", SECRET, TOKEN).toString()).doesNotContain(SECRET, TOKEN);
    }

    private static SigV4Signer signer(String token) {
        return new SigV4Signer(new SigV4Signer.Credentials("AKIDEXAMPLE", SECRET, token), "us-east-1", "service", THEN);
    }
}
