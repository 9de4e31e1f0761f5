/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.azure;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.embeddings.OpenAiEmbeddings;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;

/**
 * Azure OpenAI, Chat Completions. The base URL says which of its interfaces is meant: {@code …/openai} has a path per
 * deployment, {@code …/openai/v1} and {@code …/models} name it in the payload. An {@code api-version} in the base URL's
 * query is kept. Stateless, thread-safe.
 */
public final class AzureProvider implements LlmProvider {
    /** The last one that is not a preview; the v1 interface needs none. */
    static final String DEFAULT_API_VERSION = "2024-10-21";

    private static final String PATH = "/chat/completions";
    static final String NAME = "azure-openai";

    private final ProviderOperation embeddings = new EmbeddingsOperation(
            new OpenAiEmbeddings(), (baseUrl, model, payload) -> uri(baseUrl, model, "/embeddings"));
    private final ErrorReader errors = new AzureErrors(new RetryAfter(Clock.systemUTC()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public String defaultBaseUrl() {
        return null;
    }

    /** Of a deployment. */
    @Override
    public String path(String model, boolean stream) {
        return "/deployments/" + encoded(model) + PATH + "?api-version=" + DEFAULT_API_VERSION;
    }

    private static String encoded(String model) {
        return URLEncoder.encode(model, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public URI uri(String baseUrl, String model, boolean stream) {
        return uri(baseUrl, model, PATH);
    }

    private static URI uri(String baseUrl, String model, String path) {
        int question = baseUrl.indexOf('?');
        String query = question < 0 ? "" : baseUrl.substring(question);
        String base = question < 0 ? baseUrl : baseUrl.substring(0, question);
        base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        if (base.endsWith("/v1")) {
            return URI.create(base + path + query);
        }
        String version = query.isEmpty() ? "?api-version=" + DEFAULT_API_VERSION : query;
        String deployment = base.endsWith("/models") ? "" : "/deployments/" + encoded(model);
        return URI.create(base + deployment + path + version);
    }

    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return operation == Operation.EMBEDDINGS ? Optional.of(embeddings) : Optional.empty();
    }

    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        if (apiKey != null) {
            request.setHeader("api-key", apiKey);
        }
    }

    @Override
    public String maxTokensField() {
        return "max_completion_tokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }
}
