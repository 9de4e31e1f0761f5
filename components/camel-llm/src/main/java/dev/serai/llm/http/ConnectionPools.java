/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.io.Closeable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.camel.CamelContext;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.util.IOHelper;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Bounded connection pools that outlive endpoints and routes. The clients never retry, redirect, keep cookies or
 * unpack: what happens on the wire is the gateway's decision alone. Thread-safe.
 */
public final class ConnectionPools implements Closeable {
    private static final TimeValue MAX_CONNECTION_AGE = TimeValue.ofMinutes(5);
    private static final TimeValue CHECK_AFTER_IDLE = TimeValue.ofSeconds(1);

    private final Map<PoolKey, Pool> pools = new ConcurrentHashMap<>();

    private record Pool(PoolingHttpClientConnectionManager connections, CloseableHttpClient client) {}

    public CloseableHttpClient get(PoolKey key, CamelContext context) {
        return pools.computeIfAbsent(key, k -> create(k, context)).client();
    }

    /** Connections in use now, of all pools. */
    public int leased() {
        return pools.values().stream()
                .mapToInt(pool -> pool.connections().getTotalStats().getLeased())
                .sum();
    }

    /** Connections in use now, of the pools of that name. */
    public int leased(String name) {
        int leased = 0;
        for (Map.Entry<PoolKey, Pool> pool : pools.entrySet()) {
            if (pool.getKey().name().equals(name)) {
                leased += pool.getValue().connections().getTotalStats().getLeased();
            }
        }
        return leased;
    }

    /** Connections kept for a next request, of all pools. */
    public int idle() {
        return pools.values().stream()
                .mapToInt(pool -> pool.connections().getTotalStats().getAvailable())
                .sum();
    }

    /** Closes the connections that no request has used for so long: there are as many as there were calls at the busiest. */
    public void closeIdle(Duration idle) {
        pools.values().forEach(pool -> pool.connections().closeIdle(TimeValue.of(idle)));
    }

    private static Pool create(PoolKey key, CamelContext context) {
        Timeout connectTimeout = Timeout.of(key.connectTimeout());
        PoolingHttpClientConnectionManagerBuilder manager = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(key.connections())
                .setMaxConnPerRoute(key.connections())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(connectTimeout)
                        .setTimeToLive(MAX_CONNECTION_AGE)
                        .setValidateAfterInactivity(CHECK_AFTER_IDLE)
                        .build());
        if (key.tls() != null) {
            try {
                manager.setTlsSocketStrategy(
                        new DefaultClientTlsStrategy(key.tls().createSSLContext(context)));
            } catch (Exception e) {
                throw new RuntimeCamelException("the TLS options of pool " + key.name() + " cannot be used", e);
            }
        }
        PoolingHttpClientConnectionManager connections = manager.build();
        HttpClientBuilder client = HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(connectTimeout)
                        .setRedirectsEnabled(false)
                        .setContentCompressionEnabled(false)
                        .build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setUserAgent("serai");
        if (key.proxyHost() != null) {
            client.setProxy(new HttpHost("http", key.proxyHost(), key.proxyPort()));
        }
        return new Pool(connections, client.build());
    }

    @Override
    public void close() {
        pools.values().forEach(pool -> IOHelper.close(pool.client()));
        pools.clear();
    }
}
