/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.time.Duration;

import org.apache.camel.support.jsse.SSLContextParameters;

/** What makes two endpoints share a connection pool. Connections are an upper bound; the connect timeout is per connection. */
public record PoolKey(
        String name,
        int connections,
        Duration connectTimeout,
        String proxyHost,
        int proxyPort,
        SSLContextParameters tls) {
    public PoolKey {
        if (connections < 1) {
            throw new IllegalArgumentException("connections is " + connections + ": it must be at least 1");
        }
        if (connectTimeout == null || connectTimeout.isZero() || connectTimeout.isNegative()) {
            throw new IllegalArgumentException("connectTimeout is " + connectTimeout + ": it must be longer than 0");
        }
    }
}
