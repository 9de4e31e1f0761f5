/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.regex.Pattern;

import dev.serai.llm.ErrorClass;

/** What a caller may be told of a provider's words: nothing of the gateway's keys, accounts and bills. */
final class CallerReason {
    private static final String REFUSED =
            "The gateway's credential was refused by the provider; its operators have been told.";
    private static final String EXHAUSTED =
            "The gateway's allowance at the provider is used up; its operators have been told.";
    private static final String SILENT = "The provider gave no reason.";

    /** Ids of the gateway's account and pieces of keys, which stand in rate-limit texts too. */
    private static final Pattern ACCOUNT =
            Pattern.compile("\\b(?:org|proj|user|team|acct|sk|gsk|xai|pplx|csk)[-_][\\w*.-]*[\\w*]");

    /** Resource names of Google and AWS that hold the gateway's project or account. */
    private static final Pattern RESOURCE = Pattern.compile("(?<=project_number:)\\d+|(?<=\\bprojects/)[\\w.:-]+"
            + "|(?<=[?&]project=)[\\w.:-]+|\\barn:aws[\\w-]*:[^\\s\"']+");

    private CallerReason() {}

    static String of(ErrorClass errorClass, String message) {
        return switch (errorClass) {
            case AUTHENTICATION -> REFUSED;
            case QUOTA_EXHAUSTED -> EXHAUSTED;
            case RATE_LIMITED, PROVIDER_UNAVAILABLE ->
                message == null ? SILENT : hidden(ACCOUNT, hidden(RESOURCE, message));
            default -> message == null ? SILENT : hidden(RESOURCE, message);
        };
    }

    private static String hidden(Pattern what, String message) {
        return what.matcher(message).replaceAll("(hidden)");
    }
}
