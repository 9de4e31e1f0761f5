/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

/**
 * One call of the soak as its application saw it.
 *
 * @param traceId    by which its record is found, also where the application left before it heard of a request id
 * @param result     what became of it
 * @param deployment whose answer it was; null where none was complete
 * @param millis     from the request to the last byte, or to its leaving
 * @param detail     what was wrong, or the status of a refusal
 */
record SoakCall(
        String traceId,
        String task,
        SoakDoor door,
        boolean stream,
        Manner manner,
        Result result,
        String deployment,
        int restarts,
        long millis,
        String detail) {

    /** How an application behaves. */
    enum Manner {
        READS,
        /** Leaves before it has got the headers, or with them. */
        LEAVES_EARLY,
        LEAVES_MIDWAY,
        /** Slower than the answer comes. */
        READS_SLOWLY,
        /** Gets the headers and never reads again, but stays. */
        STOPS_READING
    }

    enum Result {
        /** The answer is one that a deployment gives to this question, word for word, and ended as the dialect says. */
        COMPLETE,
        /** The beginning of such an answer, and then an error event of the dialect. */
        BROKEN,
        /** An HTTP error of the dialect. */
        REFUSED,
        /** The application left, or did not read. */
        LEFT,
        /** None of these: a fault of the gateway. */
        WRONG
    }
}
