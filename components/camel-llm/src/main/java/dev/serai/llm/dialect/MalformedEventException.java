/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

/** An event that cannot be read; it is skipped and counted. Carries no content. */
public final class MalformedEventException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedEventException() {
        super("malformed event", null, false, false);
    }
}
