/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.bedrock;

import java.nio.charset.StandardCharsets;
import java.time.Clock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.serai.llm.LlmException;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.RetryAfter;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors of which no recording exists; the recorded ones are in the replay. Written by hand after AWS's service model. */
class BedrockErrorsTest {
    private static final ErrorReader ERRORS = new BedrockErrors(new RetryAfter(Clock.systemUTC()));

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | ValidationException | The provided model identifier is invalid. | invalid_request",
                "400 | ValidationException | Input is too long for requested model. | context_overflow",
                "400 | ValidationException | prompt is too long: 2 tokens > 1 maximum | context_overflow",
                "400 | ValidationException | This request has been blocked by our content filters. | policy_rejection",
                "400 | ServiceQuotaExceededException | x | quota_exhausted",
                "403 | InvalidSignatureException | x | authentication",
                "404 | ResourceNotFoundException | Model is at its end of life | invalid_request",
                "408 | ModelTimeoutException | x | deadline_exceeded",
                "424 | ModelErrorException | x | provider_unavailable",
                "424 | ModelStreamErrorException | x | provider_unavailable",
                "429 | ThrottlingException | Too many requests, please wait before trying again. | rate_limited",
                "429 | ThrottlingException | Too many tokens, please wait before trying again. | rate_limited",
                "429 | ThrottlingException | Too many tokens per day, please wait before trying again. | quota_exhausted",
                "429 | ModelNotReadyException | x | provider_unavailable",
                "500 | InternalServerException | x | provider_unavailable",
                "503 | ServiceUnavailableException | Bedrock is unable to process your request. | provider_unavailable",
            })
    void theClassIsInTheHeader(int status, String type, String message, String expected) {
        LlmException error =
                read(status, type + ":http://internal.amazon.com/coral/", "{\"message\":\"" + message + "\"}");

        assertThat(error.errorClass().code()).isEqualTo(expected);
        assertThat(error.status()).isEqualTo(status);
        assertThat(error.code()).isEqualTo(type);
        assertThat(error.provider()).isEqualTo("bedrock");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "throttlingException | Too many requests | rate_limited",
                "throttlingException | Too many tokens per day | quota_exhausted",
                "validationException | Input is too long for requested model | context_overflow",
                "validationException | x | invalid_request",
                "modelStreamErrorException | x | provider_unavailable",
                "internalServerException | x | provider_unavailable",
                "serviceUnavailableException | x | provider_unavailable",
                "modelTimeoutException | x | deadline_exceeded",
                "malformed_model_output | x | output_invalid",
                "malformed_tool_use | x | output_invalid",
                "somethingNew | x | provider_unavailable",
            })
    void theClassIsInTheFrame(String type, String message, String expected) {
        LlmException error = ERRORS.readInBand(
                new ObjectMapper().createObjectNode().put("type", type).put("message", message));

        assertThat(error.errorClass().code()).isEqualTo(expected);
        assertThat(error.status()).isZero();
    }

    @Test
    void theTypeMayStandInTheBody() {
        LlmException error =
                read(400, null, "{\"__type\":\"com.amazon#ThrottlingException\",\"Message\":\"Rate exceeded\"}");

        assertThat(error.errorClass().code()).isEqualTo("rate_limited");
        assertThat(error.code()).isEqualTo("ThrottlingException");
        assertThat(error.reason()).isEqualTo("Rate exceeded");
    }

    @Test
    void theAccountIsHidden() {
        String message = "No profile arn:aws:bedrock:eu-west-1:123456789012:inference-profile/x found";

        assertThat(read(404, "ResourceNotFoundException", "{\"message\":\"" + message + "\"}")
                        .reason())
                .isEqualTo("No profile (hidden) found");
        assertThat(ERRORS.readInBand(new ObjectMapper().createObjectNode().put("message", message))
                        .reason())
                .isEqualTo("No profile (hidden) found");
    }

    @ParameterizedTest
    @CsvSource({"502,''", "503,<html>", "500,'[1]'", "504,'{'"})
    void aProxysWordsAreNoTrouble(int status, String body) {
        assertThat(read(status, null, body).errorClass().code()).isEqualTo("provider_unavailable");
    }

    private static LlmException read(int status, String type, String body) {
        return ERRORS.read(
                status, name -> name.equals("x-amzn-errortype") ? type : null, body.getBytes(StandardCharsets.UTF_8));
    }
}
