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

    /** @param users who have got it and not released it; only changed while the map computes its key */
    private record Pool(PoolingHttpClientConnectionManager connections, CloseableHttpClient client, int[] users) {}

    /** The client of a pool, to be {@link #release released} by whoever has got it. */
    public CloseableHttpClient get(PoolKey key, CamelContext context) {
        return pools.compute(key, (k, known) -> {
                    Pool pool = known == null ? create(k, context) : known;
                    pool.users()[0]++;
                    return pool;
                })
                .client();
    }

    /** A pool that nobody uses any more is closed, once the streams that are still read from it have ended. */
    public void release(PoolKey key) {
        pools.computeIfPresent(key, (k, pool) -> {
            pool.users()[0]--;
            return pool;
        });
        pools.keySet()
                .forEach(k -> pools.computeIfPresent(k, (same, pool) -> {
                    if (pool.users()[0] > 0
                            || pool.connections().getTotalStats().getLeased() > 0) {
                        return pool;
                    }
                    IOHelper.close(pool.client());
                    return null;
                }));
    }

    /** How many there are. */
    int size() {
        return pools.size();
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
        PoolingHttpClientConnectionManager connections = connections(key, context);
        HttpClientBuilder client = HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(key.connectTimeout()))
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
        return new Pool(connections, client.build(), new int[1]);
    }

    private static PoolingHttpClientConnectionManager connections(PoolKey key, CamelContext context) {
        PoolingHttpClientConnectionManagerBuilder manager = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(key.connections())
                .setMaxConnPerRoute(key.connections())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(key.connectTimeout()))
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
        return manager.build();
    }

    @Override
    public void close() {
        pools.values().forEach(pool -> IOHelper.close(pool.client()));
        pools.clear();
    }
}
