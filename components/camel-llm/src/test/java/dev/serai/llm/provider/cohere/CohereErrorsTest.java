/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.cohere;

import java.nio.charset.StandardCharsets;
import java.time.Clock;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.RetryAfter;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors of which no recording exists; the recorded ones are in the replay. Written by hand after the documentation. */
class CohereErrorsTest {
    private static final ErrorReader ERRORS = new CohereErrors(new RetryAfter(Clock.systemUTC()));

    /** A status of 0 is an error inside a 200 answer. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | {'message':'invalid request: x'} | invalid_request",
                "400 | {'message':'too many tokens: total number of tokens cannot exceed 1'} | context_overflow",
                "400 | {'error_type':'TOO_MANY_TOKENS','message':'x'} | context_overflow",
                "401 | {'message':'no api key supplied'} | authentication",
                "402 | {'message':'Maximum billing reached for this API key'} | quota_exhausted",
                "403 | {'message':'x'} | authentication",
                "404 | {'message':'x'} | invalid_request",
                "422 | {'message':'x'} | invalid_request",
                "429 | {'message':'You are past the per minute request limit, please wait and try again later.'} | rate_limited",
                "429 | {'message':'You are using a Trial key, which is limited to 40 API calls / minute.'} | rate_limited",
                "429 | {'message':'You are using a Trial key, which is limited to 1000 API calls / month.'} | quota_exhausted",
                "498 | {'message':'x'} | policy_rejection",
                "499 | {'message':'x'} | deadline_exceeded",
                "500 | {'message':'x'} | provider_unavailable",
                "501 | {'message':'x'} | invalid_request",
                "503 | <html> | provider_unavailable",
                "504 | {'message':'x'} | deadline_exceeded",
                "0 | {'type':'ERROR','message':'x'} | provider_unavailable",
                "0 | {'type':'TIMEOUT'} | deadline_exceeded",
                "0 | {'type':'INVALID_TOOL_GENERATION','message':'x'} | output_invalid",
            })
    void getsItsClass(int status, String body, String expected) throws Exception {
        byte[] json = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);

        var error = status == 0
                ? ERRORS.readInBand(new ObjectMapper().readTree(json))
                : ERRORS.read(status, name -> null, json);

        assertThat(error.errorClass().code()).isEqualTo(expected);
        assertThat(error.status()).isEqualTo(status);
        assertThat(error.provider()).isEqualTo("cohere");
    }
}
