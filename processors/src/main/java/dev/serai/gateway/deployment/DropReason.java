/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Locale;

/** Why a deployment was not asked, in the order in which the questions are put. */
public enum DropReason {
    UNKNOWN,
    /** An operator has switched it off, or its provider. */
    KILL_SWITCH,
    NO_CREDENTIAL,
    /** A simulated deployment while a real one is usable. */
    DEMO,
    CAPABILITY,
    REGION,
    DATA_CLASS,
    RETENTION,
    TENANT,
    /** The request has a field that its dialect cannot express. */
    UNSUPPORTED,
    CONTEXT_WINDOW,
    /** Its price is more than the call's payers have left. */
    INSUFFICIENT_FUNDS,
    BREAKER_OPEN,
    /** It had as many attempts under way as it takes. */
    OVERLOADED,
    /** What its provider grants a minute is used up. */
    RATE_LIMIT;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** As records and messages say it, e.g. {@code data_class}. */
    public String code() {
        return code;
    }
}
