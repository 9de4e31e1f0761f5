/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.time.Duration;
import java.util.Map;

import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.jsse.SSLContextParameters;

/** The options of an endpoint. Camel's configurer needs the setters; {@link CallSettings} is what calls work with. */
@UriParams
public class LlmConfiguration implements Cloneable {
    @UriPath(
            description =
                    "The provider: openai, openai-responses, azure-openai, anthropic, bedrock, gemini, vertex, mistral, cohere, ollama, openai-compatible or sim.")
    @Metadata(required = true)
    private String provider;

    @UriPath(description = "The model as the provider names it; for sim the profile.")
    @Metadata(required = true)
    private String model;

    @UriParam(
            description =
                    "Where the provider is, with its version path, e.g. https://host/v1. Required for openai-compatible, azure-openai, bedrock and vertex.")
    private String baseUrl;

    @UriParam(label = "security", secret = true, description = "The provider key. Prefer credential.")
    private String apiKey;

    @UriParam(label = "security", description = "A LlmCredential in the registry, e.g. #openai-key.")
    private LlmCredential credential;

    @UriParam(
            description = "The dialect to speak where the provider has several, as sim has.",
            enums = "openai-chat,anthropic-messages,openai-responses,gemini-generate")
    private String dialect;

    @UriParam(
            defaultValue = "chat",
            enums = "chat,embeddings,moderation,count_tokens",
            description = "What the provider is asked to do with a body that is no LlmRequest.")
    private String operation = "chat";

    @UriParam(label = "timeout", defaultValue = "2000", description = "Limit for connecting.")
    private Duration connectTimeout = Duration.ofSeconds(2);

    @UriParam(
            label = "timeout",
            defaultValue = "30000",
            description = "Streamed answers: limit from the start of the attempt to the first content.")
    private Duration firstTokenTimeout = Duration.ofSeconds(30);

    @UriParam(label = "timeout", defaultValue = "30000", description = "Streamed answers: limit between two events.")
    private Duration idleTimeout = Duration.ofSeconds(30);

    @UriParam(label = "timeout", defaultValue = "300000", description = "Limit for the whole attempt.")
    private Duration attemptTimeout = Duration.ofMinutes(5);

    @UriParam(
            label = "advanced",
            description =
                    "Name of the connection pool. Endpoints of the same name, address and options share one. Defaults to provider and model.")
    private String pool;

    @UriParam(label = "advanced", defaultValue = "256", description = "Upper bound of open connections in the pool.")
    private int connections = 256;

    @UriParam(label = "advanced", defaultValue = "33554432", description = "Largest whole answer in bytes.")
    private int maxResponseBytes = 32 * 1024 * 1024;

    @UriParam(label = "advanced", defaultValue = "4194304", description = "Largest single event of a stream in bytes.")
    private int maxEventBytes = 4 * 1024 * 1024;

    @UriParam(label = "proxy", description = "Proxy host.")
    private String proxyHost;

    @UriParam(label = "proxy", description = "Proxy port.")
    private int proxyPort;

    @UriParam(label = "security", description = "TLS options.")
    private SSLContextParameters sslContextParameters;

    @UriParam(
            label = "advanced",
            prefix = "additionalHeader.",
            multiValue = true,
            description = "Headers to send with each request.")
    private Map<String, Object> additionalHeaders;

    @UriParam(
            label = "advanced",
            prefix = "sim.",
            multiValue = true,
            description = "How the simulated provider behaves, laid over its profile, e.g. sim.status=429.")
    private Map<String, Object> simOptions;

    public LlmConfiguration copy() {
        try {
            return (LlmConfiguration) clone();
        } catch (CloneNotSupportedException e) {
            throw new RuntimeCamelException(e);
        }
    }

    public String getProvider() {
        return provider;
    }

    public void setProvider(String provider) {
        this.provider = provider;
    }

    public String getModel() {
        return model;
    }

    public void setModel(String model) {
        this.model = model;
    }

    public String getBaseUrl() {
        return baseUrl;
    }

    public void setBaseUrl(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public String getApiKey() {
        return apiKey;
    }

    public void setApiKey(String apiKey) {
        this.apiKey = apiKey;
    }

    public LlmCredential getCredential() {
        return credential;
    }

    public void setCredential(LlmCredential credential) {
        this.credential = credential;
    }

    public String getDialect() {
        return dialect;
    }

    public void setDialect(String dialect) {
        this.dialect = dialect;
    }

    public String getOperation() {
        return operation;
    }

    public void setOperation(String operation) {
        this.operation = operation;
    }

    public Duration getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    public Duration getFirstTokenTimeout() {
        return firstTokenTimeout;
    }

    public void setFirstTokenTimeout(Duration firstTokenTimeout) {
        this.firstTokenTimeout = firstTokenTimeout;
    }

    public Duration getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(Duration idleTimeout) {
        this.idleTimeout = idleTimeout;
    }

    public Duration getAttemptTimeout() {
        return attemptTimeout;
    }

    public void setAttemptTimeout(Duration attemptTimeout) {
        this.attemptTimeout = attemptTimeout;
    }

    public String getPool() {
        return pool;
    }

    public void setPool(String pool) {
        this.pool = pool;
    }

    public int getConnections() {
        return connections;
    }

    public void setConnections(int connections) {
        this.connections = connections;
    }

    public int getMaxResponseBytes() {
        return maxResponseBytes;
    }

    public void setMaxResponseBytes(int maxResponseBytes) {
        this.maxResponseBytes = maxResponseBytes;
    }

    public int getMaxEventBytes() {
        return maxEventBytes;
    }

    public void setMaxEventBytes(int maxEventBytes) {
        this.maxEventBytes = maxEventBytes;
    }

    public String getProxyHost() {
        return proxyHost;
    }

    public void setProxyHost(String proxyHost) {
        this.proxyHost = proxyHost;
    }

    public int getProxyPort() {
        return proxyPort;
    }

    public void setProxyPort(int proxyPort) {
        this.proxyPort = proxyPort;
    }

    public SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    public void setSslContextParameters(SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
    }

    public Map<String, Object> getAdditionalHeaders() {
        return additionalHeaders;
    }

    public void setAdditionalHeaders(Map<String, Object> additionalHeaders) {
        this.additionalHeaders = additionalHeaders;
    }

    public Map<String, Object> getSimOptions() {
        return simOptions;
    }

    public void setSimOptions(Map<String, Object> simOptions) {
        this.simOptions = simOptions;
    }
}
