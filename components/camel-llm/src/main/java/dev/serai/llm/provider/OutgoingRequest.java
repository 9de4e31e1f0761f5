/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.net.URI;
import java.util.function.BiConsumer;

/**
 * A request on its way out, as far as a provider's authentication must know it.
 *
 * @param header sets a header
 */
public record OutgoingRequest(URI uri, byte[] body, BiConsumer<String, String> header) {
    public void setHeader(String name, String value) {
        header.accept(name, value);
    }
}
