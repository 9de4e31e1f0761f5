/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A provider that only says that it is still there (G1, H3). */
class StreamIdleTest {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    private static final String FIRST_CONTENT =
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"x\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n"
                    + "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
                    + "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}}\n\n";
    private static final String PING = "event: ping\ndata: {\"type\":\"ping\"}\n\n";

    @Test
    void pingsAreNoTokens() throws Exception {
        // Given
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                CamelContext camel = new DefaultCamelContext()) {
            Thread provider = new Thread(() -> pingForEver(server));
            provider.setDaemon(true);
            provider.start();
            camel.start();
            String uri = "llm:anthropic/x?apiKey=k&baseUrl=http://localhost:" + server.getLocalPort()
                    + "&idleTimeout=400&attemptTimeout=30000";
            LlmRequest request = LlmRequest.of(
                    Dialect.ANTHROPIC_MESSAGES,
                    "{\"model\":\"x\",\"max_tokens\":5,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}"
                            .getBytes(StandardCharsets.UTF_8),
                    true);
            LlmStream stream = camel.createProducerTemplate().requestBody(uri, request, LlmStream.class);
            // When
            LlmException failure = catchThrowableOfType(LlmException.class, () -> readToTheEnd(stream));
            // Then
            assertThat(failure.errorClass()).isEqualTo(ErrorClass.DEADLINE_EXCEEDED);
            assertThat(failure.code()).isEqualTo("idle_timeout");
        }
    }

    private static void readToTheEnd(LlmStream stream) throws LlmException {
        LlmEvent event;
        do {
            event = stream.next();
        } while (event != null);
    }

    private static void pingForEver(ServerSocket server) {
        try (Socket socket = server.accept();
                OutputStream out = socket.getOutputStream()) {
            out.write((HEAD + FIRST_CONTENT).getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(100);
            byte[] request = new byte[4096];
            while (true) {
                try {
                    if (socket.getInputStream().read(request) < 0) {
                        return;
                    }
                } catch (SocketTimeoutException e) {
                    out.write(PING.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            // the client closed the connection, as it should
        }
    }
}
