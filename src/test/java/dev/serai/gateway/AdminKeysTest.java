/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Operators make, replace and revoke the keys of callers while the gateway runs (B2, S1). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AdminKeysTest {
    private static final String SHOP_KEY = "sk-serai-shop-key-in-the-file-of-the-key-tests-000000";
    private static final String CALLERS = "config/callers.yaml";

    private GatewayUnderTest gateway;
    private AdminClient ops;

    @BeforeEach
    void onlyValidKeysThatTestsMake() throws Exception {
        gateway = setup().shared();
        ops = new AdminClient(gateway);
        for (JsonNode key : keys("web")) {
            ask("DELETE", "web/" + key.path("id").asText(), null);
        }
    }

    static GatewayUnderTest.Builder setup() {
        return GatewayUnderTest.builder()
                .file(CALLERS, callers())
                .deployment("one", "llm:sim/quick?sim.answer=one")
                .task("quickly", "one")
                .property("serai.jms.enabled", "false");
    }

    private static String callers() {
        return GatewayYaml.callers("diagnose")
                + GatewayYaml.caller("ops", AdminClient.KEY, "permissions: [admin]")
                + GatewayYaml.caller("shop", SHOP_KEY)
                + GatewayYaml.caller("web", null);
    }

    @Test
    @Order(1)
    @DisplayName(
            "B2 S1: a key is shown once, not to be stored on the way, and works; list and audit log know it, not tell it")
    void creates() throws Exception {
        // When
        String body = "{\"reason\": \"a new client\", \"expires\": \"2100-01-01T00:00:00Z\"}";
        HttpResponse<String> response = AdminClient.send(gateway.baseUrl(), "POST", "keys/web", body, AdminClient.KEY);
        GatewayClient.Reply created = GatewayClient.Reply.of(response);
        String key = created.json().path("key").textValue();
        // Then
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(call(key).text()).isEqualTo("one");
        JsonNode listed = keys("web").get(keys("web").size() - 1);
        assertThat(listed.path("key").textValue()).isEqualTo("sk-serai-…" + key.substring(key.length() - 4));
        assertThat(listed.path("id").textValue()).isEqualTo(id(key));
        assertThat(listed.path("source").textValue()).isEqualTo("api");
        assertThat(listed.path("state").textValue()).isEqualTo("valid");
        assertThat(listed.path("createdBy").textValue()).isEqualTo("ops");
        assertThat(listed.path("created").textValue()).isNotBlank();
        assertThat(listed.path("expires").textValue()).isEqualTo("2100-01-01T00:00:00Z");
        assertThat(listed.path("lastUsed").textValue()).endsWith(":00Z");
        JsonNode entry = ops.audit(created.requestId());
        assertThat(entry.path("action").textValue()).isEqualTo("key.create");
        assertThat(entry.path("target").textValue()).isEqualTo("web");
        assertThat(entry.path("caller").textValue()).isEqualTo("ops");
        assertThat(entry.path("reason").textValue()).isEqualTo("a new client");
        assertThat(entry.at("/after/id").textValue()).isEqualTo(id(key));
        assertThatNoFileHas(key);
    }

    @Test
    @Order(2)
    @DisplayName(
            "B2: during the grace both keys work, then the old one ends by itself; the audit log has before and after")
    void rotates() throws Exception {
        // Given
        String old = create("web");
        // When
        GatewayClient.Reply rotated = ask("POST", "web/rotate", "{\"grace\": \"3s\", \"reason\": \"yearly\"}");
        String key = rotated.json().path("key").textValue();
        // Then
        assertThat(List.of(call(old).status(), call(key).status())).containsOnly(200);
        assertThat(rotated.json().at("/replaced/id").textValue()).isEqualTo(id(old));
        assertThat(rotated.json().at("/replaced/expires").textValue()).isNotBlank();
        JsonNode entry = ops.audit(rotated.requestId());
        assertThat(entry.at("/before/id").textValue()).isEqualTo(id(old));
        assertThat(entry.at("/before/expires").isMissingNode()).isTrue();
        assertThat(entry.at("/after/replaced/expires").textValue())
                .isEqualTo(rotated.json().at("/replaced/expires").textValue());
        assertThat(entry.at("/after/created/id").textValue()).isEqualTo(id(key));
        // When
        ReloadBed.await("the end of the grace").until(() -> state("web", old), "expired"::equals);
        // Then
        assertThat(call(old).status()).isEqualTo(401);
        assertThat(call(key).status()).isEqualTo(200);
        assertThatNoFileHas(key);
    }

    @Test
    @Order(3)
    @DisplayName("B2 S1: a revoked key's answer is that of an unknown one, and a second revocation changes nothing")
    void revokes() throws Exception {
        // Given
        String key = create("web");
        // When
        GatewayClient.Reply revoked = ask("DELETE", "web/" + id(key), "{\"reason\": \"it leaked\"}");
        GatewayClient.Reply again = ask("DELETE", "web/" + id(key), null);
        GatewayClient.Reply refused = call(key);
        GatewayClient.Reply unknown = call("sk-serai-nobody");
        // Then
        assertThat(revoked.json().path("state").textValue()).isEqualTo("revoked");
        assertThat(revoked.json().path("revokedBy").textValue()).isEqualTo("ops");
        assertThat(again.json()).isEqualTo(revoked.json());
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.body().replace(refused.requestId(), ""))
                .isEqualTo(unknown.body().replace(unknown.requestId(), ""));
        JsonNode entry = ops.audit(revoked.requestId());
        assertThat(entry.path("target").textValue()).isEqualTo("web/" + id(key));
        assertThat(entry.at("/before/state").textValue()).isEqualTo("valid");
        assertThat(entry.at("/after/state").textValue()).isEqualTo("revoked");
    }

    @Test
    @Order(4)
    @DisplayName("B2: a key whose hash is in callers.yaml is listed, and revoked it is refused, whatever the file says")
    void revokesAKeyOfTheFile() throws Exception {
        // Given
        assertThat(call(SHOP_KEY).status()).isEqualTo(200);
        assertThat(keys("shop").at("/0/source").textValue()).isEqualTo("file");
        // When
        ask("DELETE", "shop/" + id(SHOP_KEY), null);
        String key = create("shop");
        // Then
        assertThat(call(SHOP_KEY).status()).isEqualTo(401);
        assertThat(call(key).status()).isEqualTo(200);
        assertThat(keys("shop").findValuesAsText("state")).containsExactly("revoked", "valid");
    }

    @Test
    @Order(5)
    @DisplayName("B2 Q1: the keys of a caller that leaves callers.yaml are refused, and hold again when it is back")
    void followsTheFile() throws Exception {
        // Given
        String key = create("web");
        ReloadBed bed = new ReloadBed(gateway);
        String before = bed.read(CALLERS);
        // When
        bed.write(CALLERS, before.substring(0, before.indexOf("  web:")));
        ReloadBed.await("the caller is gone")
                .until(() -> !of("web").path("configured").booleanValue());
        // Then
        assertThat(call(key).status()).isEqualTo(401);
        assertThat(ask("POST", "web", null).status()).isEqualTo(404);
        // When
        bed.write(CALLERS, before);
        ReloadBed.await("the caller is back")
                .until(() -> of("web").path("configured").booleanValue());
        // Then
        assertThat(call(key).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @Order(6)
    @CsvSource(delimiter = '|', textBlock = """
            POST   | wbe            |                                         | 404 | did you mean 'web'?
            POST   | web            | {"expires": "2020-01-01T00:00:00Z"}     | 400 | 'expires' is not in the future
            POST   | web            | {"expires": "soon"}                     | 400 | 2027-01-31T00:00:00Z
            POST   | web            | {"until": "x"}                          | 400 | Known fields: expires, reason
            POST   | web/rotate     |                                         | 409 | no valid key to replace
            POST   | web/rotate     | {"grace": "0s"}                         | 400 | between 1s and 90d
            POST   | web/rotate     | {"grace": "a day"}                      | 400 | is not a duration
            DELETE | web/0123456789ab |                                       | 404 | has no key '0123456789ab'
            """)
    @DisplayName("B2: what cannot be done is said, and how it can")
    void refuses(String method, String path, String body, int status, String words) throws Exception {
        // When
        GatewayClient.Reply refused = ask(method, path, body);
        // Then
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.body()).contains(words);
    }

    @ParameterizedTest
    @Order(7)
    @CsvSource({"GET, keys", "POST, keys/web", "POST, keys/web/rotate", "DELETE, keys/web/0123456789ab"})
    @DisplayName("S1: keys are for callers with the permission admin")
    void needsThePermission(String method, String path) throws Exception {
        // When
        GatewayClient.Reply refused = ops.ask(method, path, null, gateway.key());
        // Then
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().at("/error/code").textValue()).isEqualTo("admin_required");
    }

    @Test
    @Order(8)
    @DisplayName("S3: a revoked key counts for the throttle as an unknown one does; valid keys work on")
    void throttles() throws Exception {
        // Given
        String key = create("web");
        ask("DELETE", "web/" + id(key), null);
        // When: the last test here, as it uses the address's allowance up
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            statuses.add(call(key).status());
        }
        // Then
        assertThat(statuses).containsOnly(401, 429).endsWith(429);
        assertThat(call(create("web")).status()).isEqualTo(200);
    }

    private String create(String caller) throws Exception {
        return ask("POST", caller, null).json().path("key").textValue();
    }

    private GatewayClient.Reply ask(String method, String path, String body) throws Exception {
        return ops.ask(method, "keys/" + path, body);
    }

    private GatewayClient.Reply call(String key) throws Exception {
        return new GatewayClient(gateway.baseUrl(), key).chat("quickly", false);
    }

    private JsonNode of(String caller) throws Exception {
        for (JsonNode each : ops.ask("GET", "keys", null).json().path("callers")) {
            if (each.path("caller").asText().equals(caller)) {
                return each;
            }
        }
        throw new AssertionError("no caller " + caller);
    }

    private JsonNode keys(String caller) throws Exception {
        return of(caller).path("keys");
    }

    private String state(String caller, String key) throws Exception {
        for (JsonNode each : keys(caller)) {
            if (each.path("id").asText().equals(id(key))) {
                return each.path("state").asText();
            }
        }
        return "";
    }

    static String id(String key) {
        return DoorGateway.hash(key).substring("sha256:".length()).substring(0, 12);
    }

    private void assertThatNoFileHas(String key) throws Exception {
        try (Stream<Path> files = Files.walk(gateway.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(key);
            }
        }
    }
}
