/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.gemini;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;

/** The errors are hand-written after the documentation, for want of recordings; FixtureErrorsTest has the recorded ones. */
class GeminiProviderTest {
    private static final ErrorReader ERRORS = Providers.of("gemini").errors();
    private static final String QUOTA = "{'error':{'code':429,'message':'You exceeded your current quota, please check"
            + " your plan and billing details.','status':'RESOURCE_EXHAUSTED','details':[{'@type':'type.googleapis.com/"
            + "google.rpc.QuotaFailure','violations':[{'quotaId':'%s','quotaValue':'%s'}]},"
            + "{'@type':'type.googleapis.com/google.rpc.RetryInfo','retryDelay':'48.5s'}]}}";

    @Test
    void knowsGoogleAiStudio() {
        LlmProvider provider = Providers.of("gemini");

        assertThat(provider.dialect()).isEqualTo(Dialect.GEMINI_GENERATE);
        assertThat(provider.defaultBaseUrl() + provider.path("gemini-2.5-flash", false))
                .isEqualTo("https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent");
        assertThat(provider.path("gemini-2.5-flash", true))
                .isEqualTo("/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
        assertThat(provider.path("tunedModels/mine", false)).isEqualTo("/tunedModels/mine:generateContent");
        assertThat(provider.keyRequired()).isTrue();
        assertThat(headers(provider)).isEqualTo(Map.of("x-goog-api-key", "k"));
    }

    @Test
    void knowsVertex() {
        LlmProvider provider = Providers.of("vertex");

        assertThat(provider.dialect()).isEqualTo(Dialect.GEMINI_GENERATE);
        assertThat(provider.defaultBaseUrl()).isNull();
        assertThat(provider.path("m", true)).isEqualTo("/models/m:streamGenerateContent?alt=sse");
        assertThat(headers(provider)).isEqualTo(Map.of("Authorization", "Bearer k"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400|{'error':{'code':400,'message':'x','status':'INVALID_ARGUMENT'}}|invalid_request",
                "400|[{'error':{'code':400,'message':'API key not valid. Please pass a valid API key.','status':'INVALID_ARGUMENT'}}]|authentication",
                "400|{'error':{'code':400,'message':'API key expired. Please renew the API key.','status':'INVALID_ARGUMENT'}}|authentication",
                "400|{'error':{'code':400,'message':'The input token count (9) exceeds the maximum number of tokens allowed (8).','status':'INVALID_ARGUMENT'}}|context_overflow",
                "400|{'error':{'code':400,'message':'Gemini API free tier is not available in your country.','status':'FAILED_PRECONDITION'}}|invalid_request",
                "402|{'error':{'code':402,'message':'x','status':'RESOURCE_EXHAUSTED'}}|quota_exhausted",
                "403|{'error':{'code':403,'message':'x','status':'PERMISSION_DENIED','details':[{'@type':'type.googleapis.com/google.rpc.ErrorInfo','reason':'BILLING_DISABLED'}]}}|quota_exhausted",
                "429|[{'error':{'code':429,'message':'x','status':'RESOURCE_EXHAUSTED'}}]|rate_limited",
                "499|{'error':{'code':499,'message':'x','status':'CANCELLED'}}|provider_unavailable",
                "500|{'error':{'code':500,'message':'An internal error has occurred.','status':'INTERNAL'}}|provider_unavailable",
                "503|{'error':{'code':503,'message':'The model is overloaded.','status':'UNAVAILABLE'}}|provider_unavailable",
                "504|{'error':{'code':504,'message':'x','status':'DEADLINE_EXCEEDED'}}|deadline_exceeded",
                "502|<html></html>|provider_unavailable",
            })
    void getsItsClass(int status, String body, String errorClass) {
        LlmException error = read(status, body);

        assertThat(error.errorClass().code()).isEqualTo(errorClass);
        assertThat(error.status()).isEqualTo(status);
    }

    @Test
    void onlyTheQuotaTellsAMinuteFromADay() {
        LlmException minute = read(429, QUOTA.formatted("GenerateRequestsPerMinutePerProjectPerModel", "10"));
        LlmException day = read(429, QUOTA.formatted("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "250"));
        LlmException never = read(429, QUOTA.formatted("GenerateRequestsPerMinutePerProjectPerModel", "0"));

        assertThat(minute.errorClass()).isEqualTo(ErrorClass.RATE_LIMITED);
        assertThat(minute.retryAfter()).contains(Duration.ofMillis(48_500));
        assertThat(day.errorClass()).isEqualTo(ErrorClass.QUOTA_EXHAUSTED);
        assertThat(day.retryAfter()).isEmpty();
        assertThat(never.errorClass()).isEqualTo(ErrorClass.QUOTA_EXHAUSTED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'error':{'code':503,'message':'x','status':'UNAVAILABLE'}}|provider_unavailable",
                "{'error':{'code':429,'message':'x','status':'RESOURCE_EXHAUSTED'}}|rate_limited",
                "{'error':{'message':'x','status':'RESOURCE_EXHAUSTED'}}|rate_limited",
                "{'error':{'message':'x','status':'DEADLINE_EXCEEDED'}}|deadline_exceeded",
                "{'error':{'code':400,'message':'x','status':'INVALID_ARGUMENT'}}|invalid_request",
                "{'error':{}}|provider_unavailable",
            })
    void classifiesInBand(String payload, String errorClass) throws Exception {
        LlmException error = ERRORS.readInBand(Json.MAPPER.readTree(payload.replace('\'', '"')));

        assertThat(error.errorClass().code()).isEqualTo(errorClass);
        assertThat(error.status()).isZero();
    }

    @Test
    void theMostExactWordIsTheCode() {
        byte[] body = Fixtures.named("gemini/error-400-api-key-invalid").body();

        assertThat(ERRORS.read(400, name -> null, body).code()).isEqualTo("API_KEY_INVALID");
    }

    @Test
    void theProjectIsNoneOfTheCallersBusiness() {
        String consumer = "{'error':{'message':'Quota exceeded for consumer project_number:123456.'}}";
        String model = "{'error':{'message':'Publisher Model projects/my-own/locations/x was not found'}}";

        assertThat(read(429, consumer).reason()).doesNotContain("123456");
        assertThat(read(404, model).reason()).doesNotContain("my-own").contains("locations/x");
    }

    private static LlmException read(int status, String body) {
        return ERRORS.read(status, name -> null, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> headers(LlmProvider provider) {
        Map<String, String> headers = new TreeMap<>();
        provider.authenticate("k", new OutgoingRequest(URI.create("https://x/y"), new byte[0], headers::put));
        return headers;
    }
}
