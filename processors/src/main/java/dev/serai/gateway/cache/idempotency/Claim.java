/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

/** What the database says to a call that comes with a key. */
sealed interface Claim {
    /** The key is this call's: it makes the answer. */
    record Granted() implements Claim {}

    /**
     * It is another call's.
     *
     * @param requestId   of that call
     * @param requestHash of what it asked, made with the encryption key of that fingerprint
     * @param owner       the instance that makes its answer; null where that is whole
     * @param answerKept  whether the whole answer is there
     */
    record Taken(String requestId, String requestHash, String sealedWith, String owner, boolean answerKept)
            implements Claim {}
}
