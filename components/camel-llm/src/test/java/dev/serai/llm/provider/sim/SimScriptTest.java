/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.serai.llm.provider.sim.SimFault.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SimScriptTest {
    @Test
    void bindsEveryKey() {
        // When
        SimScript script = SimScript.read("""
                answer: Hello there
                tokens: 60
                seed: 7
                latency: 200ms
                firstTokenDelay: 4s
                tokenDelay: PT0.02S
                usage: {unasked: true, prompt: 100, completion: 50, cached: 30, cacheWrite: 10, reasoning: 20}
                toolCall: never
                parallelToolCalls: 3
                contextWindow: 8000
                failRate: 0.3
                failWith: {status: 502}
                attempts:
                  - {status: 429, headers: {retry-after: 2}, body: {error: busy}, latency: 1s}
                  - {reset: headers}
                  - {reset: 3}
                  - {}
                  - {quota: true, firstTokenDelay: 2s}
                repeatLast: true
                """);

        // Then
        assertThat(script.answer()).isEqualTo("Hello there");
        assertThat(script.timing())
                .isEqualTo(new SimScript.Timing(Duration.ofMillis(200), Duration.ofSeconds(4), Duration.ofMillis(20)));
        assertThat(script.usage()).isEqualTo(new SimScript.Counts(true, true, 100, 50, 30, 10, 20));
        assertThat(script.tools()).isEqualTo(new SimScript.ToolCalls(false, 3));
        assertThat(script.faults().attempts())
                .extracting(SimFault::kind)
                .containsExactly(Kind.STATUS, Kind.RESET_BEFORE_HEADERS, Kind.RESET, Kind.NONE, Kind.QUOTA);
        assertThat(script.faults().attempts().get(0).reply())
                .isEqualTo(new SimFault.Reply(429, Map.of("retry-after", "2"), "{\"error\":\"busy\"}"));
        assertThat(script.faultOf(9).kind()).isEqualTo(Kind.QUOTA);
        assertThat(SimScript.read(script.toJson().toString())).isEqualTo(script);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            token: 5                        | token = 5: is not a key here; known are answer
            tokens: 0                       | tokens = 0: must be a whole number from 1 to 100000
            tokens: many                    | tokens = 'many': must be a whole number
            latency: 5                      | latency = 5: must be a duration such as 200ms
            latency: -1s                    | latency = '-1s': must be a duration
            latency: 2000000000m            | must be a duration
            usage: some                     | usage = 'some': must be none, or an object
            usage: {prompt: 1, cached: 2}   | usage.cached = 2: must not be more than prompt
            toolCall: always                | toolCall = 'always': must be auto or never
            failRate: 2                     | failRate = 2: must be a number from 0 to 1
            attempts: {}                    | attempts = {}: must be a list
            attempts: [{status: 99}]        | attempts[1].status = 99: must be a whole number from 200 to 599
            attempts: [{}, {stat: 1}]       | attempts[2].stat = 1: is not a key here
            attempts: [{cutAfter: x}]       | attempts[1].cutAfter = 'x': must be a whole number
            attempts: [{malformedAt: 0}]    | attempts[1].malformedAt = 0: must be a whole number from 1
            attempts: [{silence: maybe}]    | attempts[1].silence = 'maybe': must be true or false
            attempts: [{quota: true, cutAfter: 1}] | attempts[1].quota = true: must be the only fault
            attempts: [{cutAfter: 1, body: x}] | attempts[1].body = 'x': needs an error answer
            attempts: [{status: 500, headers: {connection: x}}] | headers.connection = 'x': must not be set
            attempts: [{status: 500, headers: {a: "x\ty"}}] | attempts[1].headers.a
            attempts: [{reset: later}]      | attempts[1].reset = 'later': must be a whole number
            repeatLast: 1                   | repeatLast = 1: must be true or false
            [1]                             | script = [1]: must be an object
            """)
    void refusesWhatItDoesNotKnow(String yaml, String message) {
        assertThatThrownBy(() -> SimScript.read(yaml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("sim script: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokens: 1\ntokens: 2", "a: [", "tokens: 1\n\ttabs: 2"})
    void refusesBrokenYaml(String yaml) {
        assertThatThrownBy(() -> SimScript.read(yaml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not readable as YAML");
    }

    @Test
    void optionsOverrideAProfile() {
        // Given
        SimScript chat = SimProfiles.load("chat");

        // When
        SimScript script = chat.with(Map.of("tokens", "3", "usage.cached", "5", "status", "503", "failFirst", "2"));

        // Then
        assertThat(script.tokens()).isEqualTo(3);
        assertThat(script.timing()).isEqualTo(chat.timing());
        assertThat(script.usage().cached()).isEqualTo(5);
        assertThat(IntStream.rangeClosed(1, 3).mapToObj(script::faultOf).map(SimFault::kind))
                .containsExactly(Kind.STATUS, Kind.STATUS, Kind.NONE);
        assertThat(chat.with(Map.of())).isEqualTo(chat);
    }

    @Test
    void optionsNameFaults() {
        assertThat(SimScript.of(Map.of("status", "429", "header.retry-after", "2"))
                        .faultOf(50)
                        .reply())
                .isEqualTo(new SimFault.Reply(429, Map.of("retry-after", "2"), null));
        assertThat(SimScript.of(Map.of("failFirst", "1")).faultOf(1).reply().status())
                .isEqualTo(500);
        assertThat(SimScript.of(Map.of("failFirst", "1")).faultOf(2).kind()).isEqualTo(Kind.NONE);
        assertThat(SimScript.of(Map.of("reset", "headers")).faultOf(1).kind()).isEqualTo(Kind.RESET_BEFORE_HEADERS);
        assertThat(SimScript.of(Map.of("silence", "true")).faultOf(4).kind()).isEqualTo(Kind.SILENCE);
        assertThat(SimScript.of(Map.of("usage", "none")).usage().reported()).isFalse();
        assertThatThrownBy(() -> SimScript.of(Map.of("speed", "1"))).hasMessageContaining("speed = '1': is not a key");
        assertThatThrownBy(() -> SimScript.of(Map.of("failFirst", "0"))).hasMessageContaining("failFirst = '0'");
    }

    @Test
    void aShareOfAttemptsFailsDeterministically() {
        // Given
        SimScript script = SimScript.of(Map.of("failRate", "0.3", "status", "502", "seed", "4"));

        // When
        long failing = IntStream.rangeClosed(1, 1000)
                .filter(attempt -> script.faultOf(attempt).kind() == Kind.STATUS)
                .count();

        // Then
        assertThat(failing).isBetween(250L, 350L);
        assertThat(IntStream.rangeClosed(1, 50).mapToObj(script::faultOf))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 50).mapToObj(script::faultOf).toList());
    }

    @Test
    void everyProfileLoads() {
        for (String name : SimProfiles.names()) {
            assertThat(SimProfiles.load(name)).as(name).isNotNull();
        }
        assertThatThrownBy(() -> SimProfiles.load("warp"))
                .hasMessageContaining("sim profile 'warp': must be one of quick, chat, slow");
    }
}
