/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.ollama;

import java.nio.charset.StandardCharsets;
import java.time.Clock;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.RetryAfter;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors of which no recording exists; the recorded ones are in the replay. Written by hand after the documentation. */
class OllamaErrorsTest {
    private static final ErrorReader ERRORS = new OllamaErrors(new RetryAfter(Clock.systemUTC()));

    /** A status of 0 is an error inside a 200 answer. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | {'error':'invalid format'} | invalid_request",
                "400 | {'error':'prompt too long; exceeded max context length by 3 tokens'} | context_overflow",
                "401 | {'error':'unauthorized'} | authentication",
                "402 | {'error':'x'} | quota_exhausted",
                "403 | {'error':'x'} | authentication",
                "404 | {'error':'model x not found, try pulling it first'} | invalid_request",
                "429 | {'error':'too many concurrent requests'} | rate_limited",
                "429 | {'error':'you have reached your weekly usage limit, please upgrade to continue'} | quota_exhausted",
                "500 | {'error':'model requires more system memory (8 GiB) than is available'} | provider_unavailable",
                "502 | {'error':'x'} | provider_unavailable",
                "503 | {'error':'server busy, please try again. maximum pending requests exceeded'} | provider_unavailable",
                "0 | {'error':'an error was encountered while running the model'} | provider_unavailable",
            })
    void getsItsClass(int status, String body, String expected) throws Exception {
        byte[] json = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);

        var error = status == 0
                ? ERRORS.readInBand(new ObjectMapper().readTree(json))
                : ERRORS.read(status, name -> null, json);

        assertThat(error.errorClass().code()).isEqualTo(expected);
        assertThat(error.status()).isEqualTo(status);
        assertThat(error.provider()).isEqualTo("ollama");
    }
}
