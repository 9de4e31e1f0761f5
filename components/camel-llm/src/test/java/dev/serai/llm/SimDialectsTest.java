/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** The simulated provider plays every dialect for an application that speaks OpenAI's. */
class SimDialectsTest {
    private static final String REQUEST = "{\"model\":\"m\",\"stream\":%s,\"max_tokens\":64,"
            + "\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},{\"role\":\"user\",\"content\":\"Hello\"}]}";

    private static CamelContext camel;

    @BeforeAll
    static void start() {
        camel = new DefaultCamelContext();
        camel.start();
    }

    @AfterAll
    static void stop() {
        camel.stop();
    }

    @ParameterizedTest
    @EnumSource
    void wholeAndStreamed(Dialect dialect) {
        // Given
        String uri = "llm:sim/quick?sim.tokens=5&sim.usage.prompt=30&sim.usage.cached=10&dialect=" + dialect.code();

        // When
        Outcome whole = call(uri, false);
        Outcome streamed = call(uri, true);

        // Then
        assertThat(whole.failure()).isNull();
        assertThat(streamed.failure()).isNull();
        assertThat(streamed.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(streamed.text().split(" ")).hasSize(5);
        assertThat(streamed.usage()).isEqualTo(whole.usage());
        assertThat(streamed.usage().promptTokens()).isEqualTo(30);
        assertThat(streamed.usage().completionTokens()).isEqualTo(5);
        assertThat(camel.getComponent("llm", LlmComponent.class).sim().journal().requests())
                .filteredOn(request -> request.dialect().equals(dialect.code()))
                .extracting(SimRequest::stream)
                .containsExactly(false, true);
    }

    private static Outcome call(String uri, boolean stream) {
        LlmRequest request = LlmRequest.of(
                Dialect.OPENAI_CHAT, String.format(REQUEST, stream).getBytes(Sse.UTF_8), stream);
        return Outcome.of(camel.createProducerTemplate()
                .request(uri, exchange -> exchange.getMessage().setBody(request)));
    }
}
