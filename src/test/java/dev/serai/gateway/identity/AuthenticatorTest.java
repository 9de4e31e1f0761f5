/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class AuthenticatorTest {
    private static final String KEY = "sk-serai-right";
    private static final Caller CALLER =
            new Caller("a", "acme", "team", "chat", Set.of(), Set.of(), Set.of("public"), Set.of(), 5);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1000); // nanoTime may wrap
    private final CallerDirectory directory = new CallerDirectory(List.of(CALLER), Map.of(KeyHash.of(KEY), CALLER));
    private final Authenticator authenticator = new Authenticator(new AuthenticationThrottle(3, 100, clock::get));

    @ParameterizedTest
    @CsvSource({
        "Authorization, Bearer sk-serai-right",
        "authorization, bearer   sk-serai-right",
        "x-api-key, sk-serai-right",
        "X-Goog-Api-Key, ' sk-serai-right '"
    })
    void readsTheKeyOfEveryDialect(String header, String value) throws LlmException {
        assertThat(authenticate(Map.of(header, value), "10.0.0.1")).isSameAs(CALLER);
    }

    @Test
    void theSameKeyTwiceIsOneKey() throws LlmException {
        assertThat(authenticate(Map.of("authorization", "Bearer " + KEY, "x-api-key", KEY, "x-goog-api-key", ""), "ip"))
                .isSameAs(CALLER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            other          | sk-serai-right         | no key             | has no gateway key: send it as 'Authorization: Bearer sk-serai-…'
            authorization  | Basic c2stc2VjcmV0     | not a bearer key   | not of the form 'Bearer sk-serai-…'
            authorization  | sk-serai-right         | not a bearer key   | not of the form 'Bearer sk-serai-…'
            authorization  | Bearer                 | not a bearer key   | not of the form 'Bearer sk-serai-…'
            authorization  | Bearer sk-secret twice | malformed key      | The key is malformed
            x-api-key      | sk-secret-é            | malformed key      | The key is malformed
            x-api-key      | sk-secret              | unknown key        | Gateway keys start with sk-serai-.
            x-api-key      | sk-serai-secret        | unknown key        | The key is not valid here
            """)
    void refusesWith401AndSaysWhyWithoutRepeatingTheKey(String header, String value, String detail, String reason) {
        LlmException refusal = refusal(Map.of(header, value), "10.0.0.1");

        assertThat(refusal.errorClass()).isEqualTo(ErrorClass.AUTHENTICATION);
        assertThat(refusal.clientStatus()).isEqualTo(401);
        assertThat(refusal.code()).isEqualTo("invalid_api_key");
        assertThat(refusal).hasMessage("authentication: " + detail);
        assertThat(refusal.reason()).contains(reason).doesNotContain("secret", "c2stc2VjcmV0");
    }

    @Test
    void refusesTwoDifferentKeysEvenIfOneIsRight() {
        LlmException refusal = refusal(Map.of("authorization", "Bearer " + KEY, "x-api-key", "sk-serai-other"), "ip");

        assertThat(refusal.clientStatus()).isEqualTo(401);
        assertThat(refusal.reason()).isEqualTo("The request has two different keys in its headers: send one.");
    }

    @Test
    void refusesAnEndlessKey() {
        assertThat(refusal(Map.of("x-api-key", "k".repeat(8193)), "ip")).hasMessage("authentication: malformed key");
    }

    @Test
    void anAddressThatFailsTooOftenIsToldToWaitButAValidKeyStillWorksThere() throws LlmException {
        for (int i = 0; i < 3; i++) {
            assertThat(refusal(Map.of(), "10.0.0.1").clientStatus()).isEqualTo(401);
        }

        LlmException refusal = refusal(Map.of("x-api-key", "sk-serai-guess"), "10.0.0.1");
        assertThat(refusal.errorClass()).isEqualTo(ErrorClass.RATE_LIMITED);
        assertThat(refusal.clientStatus()).isEqualTo(429);
        assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(20));
        assertThat(refusal.retryable()).isFalse();
        assertThat(authenticate(Map.of("x-api-key", KEY), "10.0.0.1")).isSameAs(CALLER);
        assertThat(refusal(Map.of(), "10.0.0.2").clientStatus()).isEqualTo(401);
    }

    private Caller authenticate(Map<String, String> headers, String address) throws LlmException {
        Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(headers);
        return authenticator.authenticate(key -> directory.find(KeyHash.of(key)), anyCase::get, address);
    }

    private LlmException refusal(Map<String, String> headers, String address) {
        return catchThrowableOfType(LlmException.class, () -> authenticate(headers, address));
    }
}
