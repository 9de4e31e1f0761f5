/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.Usage;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;

/**
 * A provider as the contract suite calls it. A new provider needs one more row.
 *
 * @param provider the name in its endpoint URI
 * @param address  where the simulated provider has it
 * @param usage    what is counted of 20 prompt tokens, of which 5 were read from a cache and 2 written to one, and 9 of the
 *                 answer, of which 4 were reasoning
 * @param errors   how it says no
 * @param lacks    what it has no words for, with the reason
 */
record ProviderRow(String provider, Address address, Usage usage, Errors errors, Map<Statement, String> lacks) {
    private static final Usage ALL_CLASSES = new Usage(13, 5, 2, 5, 4);
    private static final Usage NOT_WRITTEN = new Usage(15, 5, 0, 5, 4);
    private static final Usage NO_REASONING = new Usage(13, 5, 2, 9, 0);
    /** Cached tokens cost as much as others there. */
    private static final Usage NO_CACHE = new Usage(20, 0, 0, 5, 4);

    private static final Usage TOTALS = new Usage(20, 0, 0, 9, 0);

    private static final String OPTIONAL_END = "the finish reason says it too, and many servers never send [DONE]";
    private static final String WHOLE_CALLS = "a call comes whole or not at all";

    /** As Mistral documents them or public issues quote them; there are no recordings. */
    private static final String MISTRALS_NO =
            "repeatLast: true\nattempts: [{status: %d, body: {object: error, message: '%s', type: %s, param: null}}]";

    static final List<ProviderRow> ALL = List.of(
            of("openai", "/v1", NOT_WRITTEN, "openai-chat").lacking(Statement.NO_END, OPTIONAL_END),
            of("openai-responses", "/v1", ALL_CLASSES, "openai-responses"),
            of("anthropic", "", ALL_CLASSES, "anthropic-messages")
                    .lacking(Statement.NO_END, "the event before it has the stop reason"),
            of("gemini", "/v1beta", NOT_WRITTEN, "gemini").lacking(Statement.OUTPUT_INVALID, WHOLE_CALLS),
            of("vertex", "/v1/projects/p/locations/l/publishers/google", NOT_WRITTEN, "gemini")
                    .lacking(Statement.OUTPUT_INVALID, WHOLE_CALLS),
            of("azure-openai", "/openai", NOT_WRITTEN, "azure-openai").lacking(Statement.NO_END, OPTIONAL_END),
            of("bedrock", "", NO_REASONING, "bedrock-converse")
                    .with(new Address("", "AKID:secret"))
                    .lacking(Statement.IN_BAND_WHOLE, "an error has its status, and inside a stream its frame"),
            of("mistral", "/v1", NOT_WRITTEN, "mistral")
                    .lacking(Statement.NO_END, OPTIONAL_END)
                    .saying(
                            ErrorClass.CONTEXT_OVERFLOW,
                            MISTRALS_NO.formatted(
                                    400,
                                    "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
                                    "invalid_request_message"))
                    .saying(
                            ErrorClass.POLICY_REJECTION,
                            MISTRALS_NO.formatted(403, "Blocked by the guardrail", "forbidden"))
                    .saying(ErrorClass.QUOTA_EXHAUSTED, MISTRALS_NO.formatted(402, "Payment required", "billing")),
            of("cohere", "", NO_CACHE, "cohere")
                    .lacking(Statement.FORCED_TOOL, "tools are required or not, none is named")
                    .lacking(Statement.REFUSAL, "a refusal is a text like any other"),
            of("ollama", "", TOTALS, "ollama")
                    .lacking(Statement.FORCED_TOOL, "it has no tool choice")
                    .lacking(Statement.REFUSAL, "a refusal is a text like any other")
                    .lacking(Statement.POLICY_REJECTION, "it has no filter of content")
                    .lacking(Statement.OUTPUT_INVALID, WHOLE_CALLS),
            of("openai-compatible", "/v1", NOT_WRITTEN, "other-openai-compatible")
                    .lacking(Statement.NO_END, OPTIONAL_END));

    private static final Map<String, List<Fixture>> RECORDED = new ConcurrentHashMap<>();

    private static ProviderRow of(String provider, String basePath, Usage usage, String fixtures) {
        return new ProviderRow(provider, new Address(basePath, "key"), usage, new Errors(fixtures, Map.of()), Map.of());
    }

    private ProviderRow with(Address other) {
        return new ProviderRow(provider, other, usage, errors, lacks);
    }

    private ProviderRow lacking(Statement statement, String reason) {
        return new ProviderRow(provider, address, usage, errors, plus(lacks, statement, reason));
    }

    private ProviderRow saying(ErrorClass errorClass, String script) {
        Errors more = new Errors(errors.fixtures(), plus(errors.scripts(), errorClass, script));
        return new ProviderRow(provider, address, usage, more, lacks);
    }

    private static <K> Map<K, String> plus(Map<K, String> map, K key, String value) {
        Map<K, String> more = new TreeMap<>(map);
        more.put(key, value);
        return more;
    }

    LlmProvider spoken() {
        return Providers.of(provider);
    }

    /** Who calls it: applications of the dialects of the gateway's doors, and of its own. */
    Stream<Dialect> callers(Statement statement) {
        Dialect own = spoken().dialect();
        return Stream.of(
                        Dialect.OPENAI_CHAT,
                        Dialect.ANTHROPIC_MESSAGES,
                        Dialect.OPENAI_RESPONSES,
                        Dialect.GEMINI_GENERATE,
                        own)
                .distinct()
                .filter(caller -> statement.isFor(caller) || caller == own)
                .filter(statement::canBeAskedIn);
    }

    /** A recorded error of this class, before any answer. */
    Optional<Fixture> recorded(ErrorClass errorClass) {
        return RECORDED.computeIfAbsent(errors.fixtures(), Fixtures::of).stream()
                .filter(fixture -> fixture.status() >= 400)
                .filter(fixture -> errorClass
                        .code()
                        .equals(fixture.meta().path("gateway_taxonomy").asText()))
                .findFirst();
    }

    /**
     * @param basePath what its base URL has behind the host
     * @param apiKey   in the form that it takes
     */
    record Address(String basePath, String apiKey) {}

    /**
     * @param fixtures the directory of its recordings
     * @param scripts  where the simulated provider doesn't speak as it does
     */
    record Errors(String fixtures, Map<ErrorClass, String> scripts) {}
}
