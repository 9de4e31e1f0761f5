/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

/**
 * A value that breaks a rule, thrown by the records' compact constructors: key + value + rule, and the fix.
 * {@link StrictYaml} turns it into a {@link ConfigException} with the line of that key.
 */
public final class InvalidValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String key;
    private final String rule;
    private final String fix;
    private final boolean quotable;

    /**
     * @param key   the key in the record at fault; empty for a value that doesn't know its key
     * @param value what was given; null where nothing was, or where it must not be repeated
     * @param rule  reads on from key and value, e.g. {@code must be positive}
     */
    public InvalidValueException(String key, Object value, String rule, String fix) {
        super((key + (value == null ? " " : " '" + value + "' ") + rule).strip());
        this.key = key;
        this.rule = rule;
        this.fix = fix;
        this.quotable = value != null;
    }

    public String key() {
        return key;
    }

    public String rule() {
        return rule;
    }

    public String fix() {
        return fix;
    }

    /** Whether the value may be repeated as it is written in the file. */
    boolean quotable() {
        return quotable;
    }
}
