/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.io.Serializable;

/** Requests and tokens, input and output together, of a minute. */
public record Load(long requests, long tokens) implements Serializable {
    static final Load NONE = new Load(0, 0);

    private static final long serialVersionUID = 1L;

    Load plus(Load other) {
        return new Load(requests + other.requests, tokens + other.tokens);
    }

    boolean isNone() {
        return requests == 0 && tokens == 0;
    }
}
