/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;

/** The client closed or reset its connection while the server waited or wrote. */
final class PeerGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    PeerGoneException(IOException cause) {
        super("the client has left", cause);
    }
}
