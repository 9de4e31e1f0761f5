/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Whose money it is.
 *
 * @param name empty for the kinds that there is one of
 */
public record Account(Kind kind, String name) implements Comparable<Account> {
    private static final char SEPARATOR = ':';

    /** The gateway as a whole: what all calls together are charged and cost. */
    public static final Account GATEWAY = new Account(Kind.GATEWAY, "");
    /** What calls were worth beyond what their payers had left: the gateway bears it. */
    public static final Account OVERRUN = new Account(Kind.OVERRUN, "");

    /** Of whom or what an account is. */
    public enum Kind {
        GATEWAY,
        ORGANISATION,
        /** Its name has its organisation's before it, e.g. {@code acme/support}. */
        TEAM,
        TASK,
        CALLER,
        /** One model at one provider, which is paid for attempts. */
        DEPLOYMENT,
        OVERRUN;

        /** As it is written in accounts, metrics and events. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What accounts with a name of their own begin with, as they are written, e.g. {@code deployment:}. */
        public String prefix() {
            return code() + SEPARATOR;
        }
    }

    /** Of its {@link #toString()}. */
    public static Account parse(String text) {
        int colon = text.indexOf(SEPARATOR);
        return colon < 0
                ? new Account(Kind.valueOf(text.toUpperCase(Locale.ROOT)), "")
                : new Account(
                        Kind.valueOf(text.substring(0, colon).toUpperCase(Locale.ROOT)), text.substring(colon + 1));
    }

    @Override
    public int compareTo(Account other) {
        return toString().compareTo(other.toString());
    }

    /** E.g. {@code gateway}, {@code organisation:acme}, {@code team:acme/support}. */
    @JsonValue
    @Override
    public String toString() {
        return name.isEmpty() ? kind.code() : kind.prefix() + name;
    }
}
