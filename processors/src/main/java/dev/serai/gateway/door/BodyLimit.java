/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import org.springframework.util.unit.DataSize;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** What is said of a body that is larger than {@code serai.doors.max-body-size}, whatever carried it. */
public final class BodyLimit {
    private BodyLimit() {}

    public static LlmException exceeded(long maxBytes) {
        return LlmException.of(ErrorClass.INVALID_REQUEST)
                .clientStatus(413)
                .code("request_too_large")
                .detail("the body is larger than the limit")
                .reason("The body is larger than the limit of "
                        + DataSize.ofBytes(maxBytes).toMegabytes() + " MiB.")
                .build();
    }
}
