/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.sun.net.httpserver.HttpServer;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmCredential;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@DisplayName("E1, B4: access tokens of Google Cloud")
class GoogleCredentialTest {
    @TempDir
    Path home;

    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private int status = 200;
    private int secondsToLive = 3600;

    @BeforeEach
    void serveTokens() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/token", exchange -> {
            byte[] body = status == 200
                    ? "{\"access_token\": \"token-%d\", \"token_type\": \"Bearer\", \"expires_in\": %d}"
                            .formatted(asked.incrementAndGet(), secondsToLive)
                            .getBytes(StandardCharsets.UTF_8)
                    : "{\"error\": \"invalid_grant\", \"error_description\": \"sesame\"}"
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void manyCallsShareOneToken() throws Exception {
        // Given
        LlmCredential credential = credential();
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(credential::apiKey);
        }
        // When
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // Then
            for (Future<String> key : threads.invokeAll(calls)) {
                assertThat(key.get()).isEqualTo("token-1");
            }
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void aTokenThatRunsOutIsRenewed() throws Exception {
        // Given
        secondsToLive = 1;
        LlmCredential credential = credential();
        // When
        String first = credential.apiKey();
        String second = credential.apiKey();
        // Then
        assertThat(List.of(first, second)).containsExactly("token-1", "token-2");
    }

    @Test
    @DisplayName("F1: no token is a failure of authentication that quotes nothing of the token server")
    void noTokenIsAFailureOfAuthentication() throws Exception {
        // Given
        status = 400;
        LlmCredential credential = credential();
        // Then
        assertThatThrownBy(credential::apiKey).isInstanceOfSatisfying(LlmException.class, e -> {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.AUTHENTICATION);
            assertThat(e.toString() + e.getCause()).doesNotContain("sesame");
        });
    }

    @Test
    void aFileThatIsNoneIsRefusedByItsName() throws Exception {
        Files.writeString(home.resolve("a.json"), "{\"private_key\": \"sesame\"}");
        Credential broken = new Credential("google", null, "a.json");

        assertThatThrownBy(() -> broken.open(home))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("a.json' is no readable file of Google credentials")
                .hasMessageNotContaining("sesame");
    }

    @Test
    void anEmptyNameIsACredentialThatIsNotThereYet() {
        assertThat(new Credential("google", null, "").isEmpty()).isTrue();
    }

    private LlmCredential credential() throws Exception {
        String key = Base64.getMimeEncoder()
                .encodeToString(KeyPairGenerator.getInstance("RSA")
                        .generateKeyPair()
                        .getPrivate()
                        .getEncoded());
        Files.writeString(
                home.resolve("account.json"),
                Json.object()
                        .put("type", "service_account")
                        .put("client_id", "1")
                        .put("client_email", "serai@example.iam.gserviceaccount.com")
                        .put("private_key_id", "k")
                        .put("private_key", "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n")
                        .put(
                                "token_uri",
                                "http://127.0.0.1:" + server.getAddress().getPort() + "/token")
                        .toString());
        return new Credential("google", null, "account.json").open(home);
    }
}
