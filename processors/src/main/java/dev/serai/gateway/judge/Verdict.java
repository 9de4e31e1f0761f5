/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.judge;

/**
 * What a judge has come to.
 *
 * @param score  0 to 10; null where there is none
 * @param reason why there is none; else null
 */
record Verdict(Integer score, String reason) {
    static Verdict none(String reason) {
        return new Verdict(null, reason);
    }

    boolean isScore() {
        return score != null;
    }
}
