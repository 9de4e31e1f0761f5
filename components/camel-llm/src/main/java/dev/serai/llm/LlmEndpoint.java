/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.support.DefaultEndpoint;

import dev.serai.llm.http.PoolKey;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;
import dev.serai.llm.provider.sim.SimHost;

/**
 * Calls a large language model. Takes an {@link LlmRequest}, a prompt as a String, or a provider payload as JSON text or
 * a Map, and answers in kind.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "llm,llm-gateway",
        title = "LLM",
        syntax = "llm:provider/model",
        producerOnly = true,
        category = {Category.AI},
        headersClass = LlmConstants.class)
public class LlmEndpoint extends DefaultEndpoint implements EndpointServiceLocation {
    @UriParam
    private final LlmConfiguration configuration;

    private volatile CallSettings settings;

    public LlmEndpoint(String uri, LlmComponent component, LlmConfiguration configuration) {
        super(uri, component);
        this.configuration = configuration;
    }

    @Override
    public Producer createProducer() throws Exception {
        PoolKey key = new PoolKey(
                pool(),
                configuration.getConnections(),
                configuration.getConnectTimeout(),
                configuration.getProxyHost(),
                configuration.getProxyPort(),
                configuration.getSslContextParameters());
        return new LlmProducer(this, settings(), key);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("llm: endpoints are called, they cannot be consumed from");
    }

    /**
     * The endpoint's options, checked.
     *
     * @throws IllegalArgumentException naming the option and the fix
     */
    public CallSettings settings() {
        if (settings == null) {
            settings = check();
        }
        return settings;
    }

    /**
     * Checks the options, and opens nothing for it: the simulated provider isn't started.
     *
     * @throws IllegalArgumentException naming the option and the fix
     */
    public void validate() {
        if (isSimulated()) {
            provider();
            Operation.of(configuration.getOperation());
            SimHost.check(configuration.getModel(), configuration.getSimOptions());
        } else {
            settings();
        }
    }

    private CallSettings check() {
        LlmProvider provider = provider();
        LlmCredential credential = configuration.getCredential();
        if (credential == null && configuration.getApiKey() != null) {
            credential = LlmCredential.of(configuration.getApiKey());
        }
        if (credential == null && provider.keyRequired()) {
            throw new IllegalArgumentException(
                    "llm:" + provider.name() + " needs a key: set the option credential (or apiKey)");
        }
        String base = baseUrl(provider);
        String stripped = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        return new CallSettings(
                provider,
                configuration.getModel(),
                Operation.of(configuration.getOperation()),
                stripped,
                credential,
                headers(),
                new CallSettings.Limits(
                        configuration.getFirstTokenTimeout(),
                        configuration.getIdleTimeout(),
                        configuration.getAttemptTimeout(),
                        configuration.getMaxResponseBytes(),
                        configuration.getMaxEventBytes()));
    }

    private LlmProvider provider() {
        if (!isSimulated()) {
            return Providers.of(configuration.getProvider());
        }
        String dialect = configuration.getDialect();
        return SimHost.provider(dialect == null ? Dialect.OPENAI_CHAT : Dialect.of(dialect));
    }

    private String baseUrl(LlmProvider provider) {
        if (configuration.getBaseUrl() != null) {
            return configuration.getBaseUrl();
        }
        if (isSimulated()) {
            return component()
                    .sim()
                    .mount(pool(), configuration.getModel(), configuration.getSimOptions())
                    .toString();
        }
        if (provider.defaultBaseUrl() == null) {
            throw new IllegalArgumentException("llm:" + provider.name()
                    + " has no address of its own: set the option baseUrl, e.g. http://localhost:8000/v1");
        }
        return provider.defaultBaseUrl();
    }

    private boolean isSimulated() {
        return "sim".equals(configuration.getProvider());
    }

    private String pool() {
        return configuration.getPool() != null
                ? configuration.getPool()
                : configuration.getProvider() + "/" + configuration.getModel();
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        if (configuration.getAdditionalHeaders() != null) {
            configuration.getAdditionalHeaders().forEach((name, value) -> headers.put(name, String.valueOf(value)));
        }
        return Map.copyOf(headers);
    }

    LlmComponent component() {
        return (LlmComponent) getComponent();
    }

    public LlmConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public String getServiceUrl() {
        return settings().uri(false).toString();
    }

    @Override
    public String getServiceProtocol() {
        return "http";
    }

    @Override
    public boolean isLenientProperties() {
        return false;
    }
}
