/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.net.ConnectException;
import java.net.UnknownHostException;

import javax.net.ssl.SSLException;

import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.NoHttpResponseException;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** What a failure below HTTP means. */
final class NetworkErrors {
    private NetworkErrors() {}

    static LlmException explain(Exception failure, String provider) {
        LlmException.Builder error;
        if (failure instanceof ConnectionRequestTimeoutException) {
            error = error(ErrorClass.OVERLOADED, "connections_exhausted", "all connections of the pool are in use");
        } else if (failure instanceof ConnectTimeoutException) {
            error = error(ErrorClass.DEADLINE_EXCEEDED, "connect_timeout", "connect limit passed");
        } else if (failure instanceof UnknownHostException) {
            error = error(ErrorClass.PROVIDER_UNAVAILABLE, "unknown_host", "the host name does not resolve");
        } else if (failure instanceof ConnectException) {
            error = error(ErrorClass.PROVIDER_UNAVAILABLE, "connection_refused", "connection refused");
        } else if (failure instanceof SSLException) {
            error = error(ErrorClass.PROVIDER_UNAVAILABLE, "tls", "TLS failed");
        } else if (failure instanceof NoHttpResponseException) {
            error = error(ErrorClass.PROVIDER_UNAVAILABLE, "connection_reset", "closed before the answer began");
        } else {
            error = error(ErrorClass.PROVIDER_UNAVAILABLE, "connection_reset", "the connection broke")
                    .reason("The connection to the model's provider broke.");
        }
        return error.provider(provider).cause(failure).build();
    }

    private static LlmException.Builder error(ErrorClass errorClass, String code, String detail) {
        return LlmException.of(errorClass)
                .code(code)
                .detail(detail)
                .reason("The model's provider cannot be reached right now.");
    }
}
