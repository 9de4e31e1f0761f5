/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.Arrays;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Turns whatever ended a route into the one exception type that doors know. */
public final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final int FRAMES = 12;

    private Failures() {}

    public static LlmException of(Call call, Throwable failure) {
        LlmException known = LlmException.within(failure);
        if (known != null) {
            return known;
        }
        logUnexpected(call, failure);
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .clientStatus(500)
                .code("internal_error")
                .detail("an unexpected failure in the gateway")
                .reason("The gateway failed on this call. Its operators find it by the request id.")
                .build();
    }

    /** Where it failed, without the exception's text: that could quote the caller's input. */
    private static void logUnexpected(Call call, Throwable failure) {
        String where = Arrays.stream(failure.getStackTrace())
                .limit(FRAMES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        LOG.atError()
                .addKeyValue("requestId", call.requestId())
                .addKeyValue("exception", failure.getClass().getName())
                .addKeyValue("at", where)
                .log("A call failed unexpectedly");
    }
}
