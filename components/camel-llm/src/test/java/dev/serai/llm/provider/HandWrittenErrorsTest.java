/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors of which no recording exists. Every body here is written by hand after the provider's documentation. */
class HandWrittenErrorsTest {
    private static final String SPEND = "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":"
            + "\"This request would exceed your organization's spend limit\","
            + "\"details\":{\"error_code\":\"enforced_spend_limit_reached\"}}}";

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // OpenAI
                "openai | 429 | {'error':{'message':'Rate limit reached','type':'tokens','code':'rate_limit_exceeded'}} | rate_limited",
                "openai | 429 | {'error':{'message':'Ramping too fast','code':'slow_down'}} | rate_limited",
                "openai | 429 | {'error':{'message':'?','type':'requests','code':'a_new_code'}} | rate_limited",
                "openai | 429 | {'error':{'message':'You exceeded your current quota','type':'insufficient_quota','code':'insufficient_quota'}} | quota_exhausted",
                "openai | 429 | {'error':{'message':'You exceeded your current quota','type':'insufficient_quota','code':null}} | quota_exhausted",
                "openai | 429 | {'error':{'message':'x','code':'credit_balance_exhausted'}} | quota_exhausted",
                "openai | 429 | {'error':{'message':'x','code':'organization_usage_limit_exceeded'}} | quota_exhausted",
                "openai | 429 | {'error':{'message':'x','code':'organization_spend_limit_exceeded'}} | quota_exhausted",
                "openai | 429 | {'error':{'message':'x','code':'project_spend_limit_exceeded'}} | quota_exhausted",
                "openai | 400 | {'error':{'message':'x','type':'invalid_request_error','code':'context_length_exceeded'}} | context_overflow",
                "openai | 400 | {'error':{'message':'This models maximum context length is 8 tokens','type':'invalid_request_error','code':null}} | context_overflow",
                "openai | 400 | {'error':{'message':'Invalid value: maximum context length','type':'invalid_request_error','code':'invalid_value'}} | invalid_request",
                "openai | 400 | {'error':{'message':'x','code':'content_policy_violation'}} | policy_rejection",
                "openai | 400 | {'error':{'message':'flagged as potentially violating our usage policy','type':'invalid_request_error','code':'invalid_prompt'}} | policy_rejection",
                "openai | 400 | {'error':{'message':'Your request was rejected as a result of our safety system','type':'invalid_request_error','code':null}} | policy_rejection",
                "openai | 403 | {'error':{'message':'x','type':'request_forbidden','code':'unsupported_country_region_territory'}} | policy_rejection",
                "openai | 401 | {'error':{'message':'IP not allowed','type':'invalid_request_error','code':null}} | authentication",
                "openai | 408 | {} | deadline_exceeded",
                "openai | 409 | {'error':{'message':'x'}} | invalid_request",
                "openai | 503 | {'error':{'message':'x','type':'service_unavailable_error','code':'server_is_overloaded'}} | provider_unavailable",
                "openai | 504 | <html>gateway time-out</html> | provider_unavailable",
                "openai | 502 |  | provider_unavailable",
                "openai | 500 | 'just a string' | provider_unavailable",
                "openai | 302 | <html>moved</html> | provider_unavailable",
                // Anthropic
                "anthropic | 429 | {'type':'error','error':{'type':'rate_limit_error','message':'x'}} | rate_limited",
                "anthropic | 429 | {'type':'error','error':{'type':'rate_limit_error','message':'x','details':{'error_code':'enforced_spend_limit_reached'}}} | quota_exhausted",
                "anthropic | 429 | {'type':'error','error':{'type':'billing_error','message':'x'}} | quota_exhausted",
                "anthropic | 400 | {'type':'error','error':{'type':'invalid_request_error','message':'Output blocked by content filtering policy'}} | policy_rejection",
                "anthropic | 402 | {'type':'error','error':{'type':'billing_error','message':'x'}} | quota_exhausted",
                "anthropic | 400 | {'type':'error','error':{'type':'invalid_request_error','message':'Your credit balance is too low to access the Anthropic API.'}} | quota_exhausted",
                "anthropic | 400 | {'type':'error','error':{'type':'invalid_request_error','message':'You have reached your specified API usage limits. You will regain access on 2026-04-01'}} | quota_exhausted",
                "anthropic | 400 | {'type':'error','error':{'type':'invalid_request_error','message':'input length and `max_tokens` exceed context limit: 1 + 2 > 2'}} | context_overflow",
                "anthropic | 400 | {'type':'error','error':{'type':'invalid_request_error','message':'messages.0: got Your credit balance is too low'}} | invalid_request",
                "anthropic | 403 | {'type':'error','error':{'type':'permission_error','message':'x'}} | authentication",
                "anthropic | 409 | {'type':'error','error':{'type':'conflict_error','message':'x'}} | invalid_request",
                "anthropic | 413 | {'type':'error','error':{'type':'request_too_large','message':'x'}} | invalid_request",
                "anthropic | 500 | {'type':'error','error':{'type':'api_error','message':'Overloaded'}} | provider_unavailable",
                "anthropic | 504 | {'type':'error','error':{'type':'timeout_error','message':'x'}} | deadline_exceeded",
                "anthropic | 529 | {'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}} | provider_unavailable",
                // Groq
                "openai-compatible | 400 | {'error':{'message':'x','type':'invalid_request_error','code':'json_validate_failed'}} | output_invalid",
                "openai-compatible | 413 | {'error':{'message':'Request too large for model','type':'tokens','code':'rate_limit_exceeded'}} | context_overflow",
                "openai-compatible | 429 | {'error':{'message':'Rate limit reached on tokens per minute (TPM)','type':'tokens','code':'rate_limit_exceeded'}} | rate_limited",
                "openai-compatible | 429 | {'error':{'message':'Rate limit reached on tokens per day (TPD): Limit 1, Used 1','type':'tokens','code':'rate_limit_exceeded'}} | quota_exhausted",
                "openai-compatible | 498 | {'error':{'message':'flex capacity exceeded'}} | provider_unavailable",
                // DeepSeek
                "openai-compatible | 402 | {'error':{'message':'Insufficient Balance','type':'unknown_error','code':'invalid_request_error'}} | quota_exhausted",
                "openai-compatible | 422 | {'error':{'message':'x'}} | invalid_request",
                // OpenRouter
                "openai-compatible | 402 | {'error':{'message':'Insufficient credits','code':402}} | quota_exhausted",
                "openai-compatible | 402 | {'error':{'message':'x','code':402,'metadata':{'limit_source':'openrouter_in_flight_budget'}}} | rate_limited",
                "openai-compatible | 403 | {'error':{'message':'x','code':403,'metadata':{'reasons':['violence'],'flagged_input':'…','provider_name':'x'}}} | policy_rejection",
                "openai-compatible | 408 | {'error':{'message':'x','code':408}} | deadline_exceeded",
                "openai-compatible | 429 | {'error':{'message':'Rate limit exceeded: free-models-per-day. Add 10 credits','code':429}} | quota_exhausted",
                // xAI
                "openai-compatible | 403 | {'code':'The caller does not have permission to execute the specified operation','error':'Content violates usage guidelines.'} | policy_rejection",
                "openai-compatible | 403 | {'code':'permission-denied','error':'Your API key is blocked'} | authentication",
                "openai-compatible | 429 | {'code':'Some resource has been exhausted','error':'Your team x has either used all available credits or reached its monthly spending limit.'} | quota_exhausted",
                "openai-compatible | 400 | {'code':'invalid-argument','error':'This models maximum prompt length is 1 but the request contains 2 tokens.'} | context_overflow",
                // Together
                "openai-compatible | 403 | {'error':{'message':'Input tokens plus max_tokens exceed the limit','type':'invalid_request_error'}} | context_overflow",
                "openai-compatible | 403 | {'error':{'message':'no access','type':'invalid_request_error'}} | authentication",
                "openai-compatible | 524 | <html></html> | provider_unavailable",
                "openai-compatible | 529 | {} | provider_unavailable",
                // vLLM, new, old and without a key
                "openai-compatible | 400 | {'error':{'message':'This models maximum context length is 4096 tokens.','type':'BadRequestError','param':null,'code':400}} | context_overflow",
                "openai-compatible | 400 | {'object':'error','message':'maximum context length is 4096 tokens','type':'BadRequestError','param':null,'code':400} | context_overflow",
                "openai-compatible | 400 | {'object':'error','message':'stop: not good','type':'BadRequestError','param':'stop','code':400} | invalid_request",
                "openai-compatible | 401 | {'error':'Unauthorized'} | authentication",
                "openai-compatible | 422 | {'detail':[{'msg':'field required'}]} | invalid_request",
                // llama.cpp
                "openai-compatible | 503 | {'error':{'code':503,'message':'Loading model','type':'unavailable_error'}} | provider_unavailable",
                // Gemini's compatibility endpoint
                "openai-compatible | 400 | [{'error':{'code':400,'message':'API key not valid. Please pass a valid API key.','status':'INVALID_ARGUMENT'}}] | authentication",
                "openai-compatible | 429 | [{'error':{'code':429,'message':'x','status':'RESOURCE_EXHAUSTED'}}] | rate_limited",
            })
    void getsItsClass(String provider, int status, String body, String errorClass) {
        LlmException error = read(provider, status, Map.of(), json(body));

        assertThat(error.errorClass().code()).isEqualTo(errorClass);
        assertThat(error.status()).isEqualTo(status);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "anthropic | {'type':'error','error':{'details':null,'type':'overloaded_error','message':'Overloaded'}} | provider_unavailable",
                "anthropic | {'type':'error','error':{'type':'api_error','message':'x'},'request_id':'req_1'} | provider_unavailable",
                "anthropic | {'type':'error','error':{'type':'rate_limit_error','message':'x'}} | rate_limited",
                "anthropic | {'type':'error','error':{'type':'timeout_error','message':'x'}} | deadline_exceeded",
                "anthropic | {'type':'error','error':{'type':'invalid_request_error','message':'x'}} | invalid_request",
                "anthropic | {'type':'error','error':{'type':'authentication_error','message':'x'}} | authentication",
                "openai | {'error':{'message':'x','type':'server_error','code':null}} | provider_unavailable",
                "openai | {'error':{'message':'x','type':'insufficient_quota','code':'insufficient_quota'}} | quota_exhausted",
                "openai | {'error':{'message':'x','type':'tokens','code':'rate_limit_exceeded'}} | rate_limited",
                "openai | {'error':{'message':'x'}} | provider_unavailable",
                "openai | {'error':'went wrong'} | provider_unavailable",
                "openai-compatible | {'choices':[{'error':{'code':502,'message':'upstream down'},'finish_reason':'error'}]} | provider_unavailable",
                "openai-compatible | {'error':{'code':429,'message':'x'}} | rate_limited",
                "openai-compatible | {'error':{'code':'503','message':'x'}} | provider_unavailable",
                "openai-compatible | {'error':{'code':403,'message':'x','metadata':{'flagged_input':'…'}}} | policy_rejection",
                "openai-compatible | {'error':{'message':'x','type':'BadRequestError','code':400}} | invalid_request",
            })
    void classifiesInBand(String provider, String payload, String errorClass) throws Exception {
        LlmException error = Providers.of(provider).errors().readInBand(new ObjectMapper().readTree(json(payload)));

        assertThat(error.errorClass().code()).isEqualTo(errorClass);
        assertThat(error.status()).isZero();
    }

    @Test
    void aSpendLimitHasNoWait() {
        LlmException error = read("anthropic", 429, Map.of("retry-after", "5"), SPEND);

        assertThat(error.retryAfter()).isEmpty();
        assertThat(error.retryable()).isFalse();
        assertThat(error.code()).isEqualTo("enforced_spend_limit_reached");
    }

    @Test
    void waitsAreKept() {
        String body = "{\"error\":{\"message\":\"Please try again in 11.054s\",\"code\":\"rate_limit_exceeded\"}}";

        assertThat(read("openai", 429, Map.of(), body).retryAfter()).contains(Duration.ofMillis(11054));
        assertThat(read("openai", 503, Map.of("retry-after", "2"), "").retryAfter())
                .contains(Duration.ofSeconds(2));
        assertThat(read("openai", 400, Map.of("retry-after", "2"), "").retryAfter())
                .isEmpty();
    }

    @Test
    void aRequestTooLargeForTheLimitIsHopeless() {
        String body = "{\"error\":{\"message\":\"Request too large for gpt-4o: Limit 30000, Requested 31000.\","
                + "\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}";

        LlmException error = read("openai", 429, Map.of("retry-after", "2"), body);

        assertThat(error.errorClass()).isEqualTo(ErrorClass.RATE_LIMITED);
        assertThat(error.retryable()).isFalse();
        assertThat(error.retryAfter()).isEmpty();
    }

    @Test
    void obeysTheProvidersNoToRetries() {
        assertThat(read("openai", 500, Map.of("x-should-retry", "false"), "").retryable())
                .isFalse();
        assertThat(read("openai", 500, Map.of("x-should-retry", "true"), "").retryable())
                .isTrue();
    }

    @Test
    void keepsKeysAndAccountsFromTheCaller() {
        String key =
                "{\"error\":{\"message\":\"Incorrect API key provided: sk-ab***2345.\",\"code\":\"invalid_api_key\"}}";
        String rate = "{\"error\":{\"message\":\"Rate limit reached for gpt-4o in organization org-aB3x on tokens per "
                + "min. Please try again in 2s.\",\"code\":\"rate_limit_exceeded\"}}";

        assertThat(read("openai", 401, Map.of(), key).reason())
                .doesNotContain("2345")
                .contains("credential");
        assertThat(read("anthropic", 429, Map.of(), SPEND).reason()).doesNotContain("spend");
        assertThat(read("openai", 429, Map.of(), rate).reason())
                .doesNotContain("org-aB3x")
                .contains("tokens per min");
    }

    @Test
    void tellsTheCallerWhatIsWrongWithTheRequest() {
        String body =
                "{\"error\":{\"message\":\"Invalid 'temperature'\",\"param\":\"temperature\",\"code\":\"invalid_value\"}}";

        LlmException error = read("openai", 400, Map.of(), body);

        assertThat(error.reason()).isEqualTo("Invalid 'temperature'");
        assertThat(error.field()).isEqualTo("temperature");
        assertThat(error.code()).isEqualTo("invalid_value");
        assertThat(error.getMessage()).isEqualTo("invalid_request from openai (HTTP 400)");
    }

    @Test
    void keepsTheStatusOfABodyThatIsTooLarge() {
        assertThat(read("anthropic", 413, Map.of("x-should-retry", "false"), "").clientStatus())
                .isEqualTo(413);
    }

    @Test
    void survivesAnyBody() {
        for (String body :
                new String[] {"", " ", "null", "[]", "{", "[{\"error\":", "\"x\"", "7", "<!DOCTYPE html>", "\0\1"}) {
            LlmException error = read("openai-compatible", 500, Map.of(), body);

            assertThat(error.errorClass()).isEqualTo(ErrorClass.PROVIDER_UNAVAILABLE);
            assertThat(error.reason()).isNotBlank().doesNotContain("<");
        }
    }

    private static LlmException read(String provider, int status, Map<String, String> headers, String body) {
        return Providers.of(provider)
                .errors()
                .read(status, headers::get, body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8));
    }

    private static String json(String body) {
        return body == null ? null : body.replace('\'', '"');
    }
}
