/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

/** The request breaks the dialect's rules: a 400 that the script has no part in. */
final class SimRejection extends Exception {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String code;

    /** @param code the machine-readable code of the dialect, or null */
    SimRejection(String field, String code, String message) {
        super(message, null, false, false);
        this.field = field;
        this.code = code;
    }

    String field() {
        return field;
    }

    String code() {
        return code;
    }
}
