/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

class JsonArrayStreamTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|[]",
                "data: {\"a\":1}##|[{\"a\":1}]",
                "data: {\"a\":1}##data: {\"a\":\"ü\"}##|[{\"a\":1},{\"a\":\"ü\"}]",
                "data: {\"a\":1}^#^#data: {\"a\":2}^#^#|[{\"a\":1},{\"a\":2}]",
                ": heartbeat##data: {\"a\":1}##: heartbeat##data: {\"a\":2}##|[{\"a\":1},{\"a\":2}]",
                "data: {\"a\":1}##{\"error\":{}}##|[{\"a\":1},{\"error\":{}}]",
                ": heartbeat##{\"error\":{}}##|[{\"error\":{}}]",
                "event: x#data: {\"a\":#data: 1}#|[{\"a\":1}]",
            })
    void eventsBecomeElements(String events, String array) throws IOException {
        // Given
        byte[] bytes = events == null
                ? new byte[0]
                : events.replace('#', '\n').replace('^', '\r').getBytes(StandardCharsets.UTF_8);
        // When
        byte[] whole = new JsonArrayStream(new ByteArrayInputStream(bytes)).readAllBytes();
        byte[] slow = new JsonArrayStream(byteByByte(bytes)).readAllBytes();
        // Then
        assertThat(Json.MAPPER.readTree(whole)).isEqualTo(Json.MAPPER.readTree(array));
        assertThat(slow).isEqualTo(whole);
    }

    private static InputStream byteByByte(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1));
            }
        };
    }
}
