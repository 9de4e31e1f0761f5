/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a chain of exceptions says to somebody who knows the files and not the code: one line, without class names. */
public final class Causes {
    private static final Pattern UNKNOWN = Pattern.compile("Unknown parameters=\\[\\{([^=}]+)=");

    private Causes() {}

    /** The first line of the deepest message. */
    public static String deepest(Throwable failure) {
        String unknown = unknownParameter(failure);
        if (unknown != null) {
            return "unknown option '" + unknown + "'";
        }
        String message = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            message = cause.getMessage() == null ? message : cause.getMessage();
        }
        return message == null
                ? failure.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").strip();
    }

    /** The first option that Camel did not know, or null. */
    static String unknownParameter(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Matcher matcher = UNKNOWN.matcher(String.valueOf(cause.getMessage()));
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        return null;
    }
}
