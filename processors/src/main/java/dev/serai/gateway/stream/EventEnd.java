/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.stream;

/** Where an event of a stream ends: after a blank line. */
public final class EventEnd {
    private EventEnd() {}

    /** Whether the last two line ends before {@code length}, of any kind, have nothing between them. */
    public static boolean at(byte[] bytes, int length) {
        int lineEnds = 0;
        int i = length - 1;
        while (lineEnds < 2 && i >= 0 && (bytes[i] == '\n' || bytes[i] == '\r')) {
            i -= bytes[i] == '\n' && i > 0 && bytes[i - 1] == '\r' ? 2 : 1;
            lineEnds++;
        }
        return lineEnds == 2;
    }
}
