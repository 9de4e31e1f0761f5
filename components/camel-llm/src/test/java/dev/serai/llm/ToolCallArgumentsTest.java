/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.serai.llm.conversation.StreamPart;

import static org.assertj.core.api.Assertions.assertThat;

class ToolCallArgumentsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{}",
                " {\"a\":[1,{\"b\":null}]}\n",
                "{\"a\":\"}\"}",
                "{\"a\":\"\\\"}\"}",
                "{\"a\":\"\\\\\"}"
            })
    void isWhole(String json) {
        assertThat(broken(json)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"a\":",
                "{\"a\":\"}",
                "{\"a\":[1}",
                "{}}",
                "{}{}",
                "[]",
                "7",
                "null",
                "\"x\"",
                "{\"a\":\"\\\"}"
            })
    void isBroken(String json) {
        assertThat(broken(json)).isTrue();
    }

    @Test
    void tellsCallsApart() {
        ToolCallArguments arguments = new ToolCallArguments();
        arguments.add(new StreamPart.ToolCallArguments(0, 0, "{\"a\""));
        arguments.add(new StreamPart.ToolCallArguments(0, 1, "{}"));
        arguments.add(new StreamPart.ToolCallArguments(1, 0, "{"));
        arguments.add(new StreamPart.ToolCallArguments(0, 0, ":1}"));

        assertThat(arguments.isBroken(0)).isFalse();
        assertThat(arguments.isBroken(1)).isTrue();
    }

    private static boolean broken(String json) {
        ToolCallArguments arguments = new ToolCallArguments();
        json.chars().forEach(c -> arguments.add(new StreamPart.ToolCallArguments(0, 0, Character.toString(c))));
        return arguments.isBroken(0);
    }
}
