/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.LlmException;

import static org.assertj.core.api.Assertions.assertThat;

/** Azure, Mistral and Responses. These bodies are hand-written after the providers' documentation, none is a recording, but those read from a fixture. */
class MoreProvidersErrorsTest {
    @ParameterizedTest(name = "{0} {1} {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "azure-openai | 400 | {'error':{'code':'context_length_exceeded','message':'x'}} | context_overflow",
                "azure-openai | 400 | {'error':{'code':'content_filter','type':null,'param':'prompt','status':400,'message':'x','innererror':{'code':'ResponsibleAIPolicyViolation'}}} | policy_rejection",
                "azure-openai | 401 | {'error':{'code':'PermissionDenied','message':'x'}} | authentication",
                "azure-openai | 403 | {'error':{'code':'403','message':'Your subscription is disabled.'}} | quota_exhausted",
                "azure-openai | 408 | {'error':{'code':'Timeout','message':'x'}} | deadline_exceeded",
                "azure-openai | 429 | {'error':{'code':'429','message':'Requests have exceeded token rate limit. Please retry after 33 seconds. To increase your quota go to x'}} | rate_limited",
                "azure-openai | 503 | {'error':{'code':'ServiceUnavailable','message':'x'}} | provider_unavailable",
                "mistral | 400 | {'object':'error','message':'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length','type':'invalid_request_message','code':'3051'} | context_overflow",
                "mistral | 400 | {'object':'error','message':'Logprobs are not enabled for this model','type':'invalid_request_invalid_args','code':'3051'} | invalid_request",
                "mistral | 402 | {'message':'Payment required'} | quota_exhausted",
                "mistral | 403 | {'object':'error','message':'Blocked by the guardrail','type':'forbidden'} | policy_rejection",
                "mistral | 403 | {'object':'error','message':'no access to this model'} | authentication",
                "mistral | 422 | {'detail':[{'type':'extra_forbidden','loc':['body','seed'],'msg':'Extra inputs are not permitted'}]} | invalid_request",
                "mistral | 422 | {'object':'error','message':{'detail':[{'type':'missing','loc':['body','seed'],'msg':'Field required'}]},'type':'invalid_request_error'} | invalid_request",
                "mistral | 429 | {'object':'error','message':'Rate limit exceeded','type':'rate_limited','param':null,'code':'1300','raw_status_code':429} | rate_limited",
                "mistral | 429 | {'object':'error','message':'Service tier capacity exceeded for this model.','type':'invalid_request_error','code':null} | rate_limited",
                "mistral | 429 | {'message':'Monthly limit of tokens reached (tokens per month)'} | quota_exhausted",
                "mistral | 504 | | deadline_exceeded",
                "openai-responses | 400 | {'error':{'message':'x','type':'invalid_request_error','param':'input','code':'context_length_exceeded'}} | context_overflow",
                "openai-responses | 429 | {'error':{'message':'x','type':'insufficient_quota','code':'insufficient_quota'}} | quota_exhausted",
            })
    void getsItsClass(String provider, int status, String body, String errorClass) {
        LlmException error = read(provider, status, Map.of(), body);

        assertThat(error.errorClass().code()).isEqualTo(errorClass);
        assertThat(error.provider()).isEqualTo(provider);
        assertThat(error.reason()).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource({
        "rate_limit_exceeded, RATE_LIMITED",
        "insufficient_quota, QUOTA_EXHAUSTED",
        "server_error, PROVIDER_UNAVAILABLE",
        "vector_store_timeout, PROVIDER_UNAVAILABLE",
        "invalid_prompt, POLICY_REJECTION",
        "bio_policy, POLICY_REJECTION",
        "image_content_policy_violation, POLICY_REJECTION",
        "invalid_image_url, INVALID_REQUEST",
        "image_too_large, INVALID_REQUEST",
    })
    void classifiesAFailedResponse(String code, ErrorClass errorClass) throws Exception {
        String failed = "{\"status\":\"failed\",\"error\":{\"code\":\"" + code + "\",\"message\":\"x\"}}";
        String flat = "{\"type\":\"error\",\"code\":\"" + code + "\",\"message\":\"x\",\"param\":null}";

        for (String payload : List.of(failed, flat)) {
            LlmException error =
                    Providers.of("openai-responses").errors().readInBand(new ObjectMapper().readTree(payload));
            assertThat(error.errorClass()).isEqualTo(errorClass);
        }
    }

    @Test
    void aBlockedPromptNamesTheFilter() {
        Fixture recorded = Fixtures.named("azure-openai/content-filter-prompt");

        LlmException whole = Providers.of("azure-openai").errors().read(400, name -> null, recorded.body());
        LlmException inBand = Providers.of("azure-openai").errors().readInBand(recorded.bodyJson());

        for (LlmException error : List.of(whole, inBand)) {
            assertThat(error.errorClass()).isEqualTo(ErrorClass.POLICY_REJECTION);
            assertThat(error.code()).isEqualTo("content_filter");
            assertThat(error.field()).isEqualTo("prompt");
            assertThat(error.reason()).endsWith("(filter: hate, self-harm, violence)");
        }
    }

    @Test
    void azuresZeroMillisecondsAreNoWait() {
        LlmException error = read(
                "azure-openai",
                429,
                Map.of("retry-after", "1", "retry-after-ms", "0"),
                "{'error':{'code':'RateLimitReached'}}");

        assertThat(error.retryAfter()).contains(Duration.ofSeconds(1));
    }

    @Test
    void aValidatorNamesTheField() {
        String detail = "{'detail':[{'loc':['body','messages',0,'role'],'msg':'not good'}]}";

        assertThat(read("mistral", 422, Map.of(), detail).field()).isEqualTo("messages.0.role");
        assertThat(read("mistral", 422, Map.of(), detail).reason()).isEqualTo("not good");
    }

    private static LlmException read(String provider, int status, Map<String, String> headers, String body) {
        byte[] bytes = body == null ? new byte[0] : body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return Providers.of(provider).errors().read(status, headers::get, bytes);
    }
}
