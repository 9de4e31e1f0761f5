/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The W3C trace context of a call: the caller's trace where it sent a valid one, else a new trace. */
public record TraceParent(String traceId, String spanId, String flags) {
    private static final Pattern FORM = Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");
    private static final String NO_TRACE = "0".repeat(32);
    private static final String NO_SPAN = "0".repeat(16);

    /** Continues {@code header}; starts a trace where it is null or malformed. */
    public static TraceParent continuing(String header) {
        if (header != null) {
            Matcher matcher = FORM.matcher(header);
            if (matcher.matches()
                    && !matcher.group(1).equals(NO_TRACE)
                    && !matcher.group(2).equals(NO_SPAN)) {
                return new TraceParent(matcher.group(1), randomHex(8), matcher.group(3));
            }
        }
        return new TraceParent(randomHex(16), randomHex(8), "01");
    }

    private static String randomHex(int bytes) {
        byte[] value = new byte[bytes];
        ThreadLocalRandom.current().nextBytes(value);
        return HexFormat.of().formatHex(value);
    }

    @Override
    public String toString() {
        return "00-" + traceId + "-" + spanId + "-" + flags;
    }
}
