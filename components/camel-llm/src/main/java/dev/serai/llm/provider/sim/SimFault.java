/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What goes wrong with one attempt. Immutable.
 *
 * @param kind            what happens
 * @param after           how many tokens are sent first; for {@link Kind#MALFORMED} the number of the bad event, from 1
 * @param reply           the error answer, where the kind gives one
 * @param latency         replaces the script's latency for this attempt; null leaves it
 * @param firstTokenDelay replaces the script's delay of the first token; null leaves it
 */
public record SimFault(Kind kind, int after, Reply reply, Duration latency, Duration firstTokenDelay) {
    /** Nothing goes wrong. */
    public static final SimFault NONE = new SimFault(Kind.NONE, 0, Reply.DEFAULT, null, null);

    public SimFault {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reply, "reply");
    }

    /** An HTTP error answer with the body that fits the status in the door's dialect. */
    public static SimFault status(int status) {
        return new SimFault(Kind.STATUS, 0, new Reply(status, Map.of(), null), null, null);
    }

    /** All keys that an entry may have, but the error answer's own {@code body}. */
    public static List<String> keys() {
        Stream<String> kinds = Arrays.stream(Kind.values()).map(Kind::key).filter(Objects::nonNull);
        return Stream.concat(kinds, Stream.of("latency", "firstTokenDelay", "headers"))
                .distinct()
                .toList();
    }

    static SimFault of(Kind kind) {
        return new SimFault(kind, 0, Reply.DEFAULT, null, null);
    }

    /** Whether the answer breaks off after a number of tokens. */
    boolean interrupts() {
        return switch (kind) {
            case RESET, CUT, STALL, IN_BAND_ERROR -> true;
            default -> false;
        };
    }

    /** Breaks an answer off on the wire. */
    SimRequest.Outcome strike(SimWire wire) throws IOException {
        switch (kind) {
            case RESET -> wire.reset();
            case CUT -> wire.close();
            default -> wire.pauseForEver();
        }
        return SimRequest.Outcome.FAULTED;
    }

    /** The ways to fail; each but NONE is one key of an entry in the script's {@code attempts}. */
    public enum Kind {
        NONE(null),
        STATUS("status"),
        RESET_BEFORE_HEADERS("reset"),
        RESET("reset"),
        SILENCE("silence"),
        CUT("cutAfter"),
        STALL("stallAfter"),
        MALFORMED("malformedAt"),
        NO_DONE("noDone"),
        IN_BAND_ERROR("inBandErrorAfter"),
        CONTEXT_LENGTH("contextLength"),
        CONTENT_FILTER("contentFilter"),
        REFUSAL("refusal"),
        QUOTA("quota"),
        OVERLOADED("overloaded");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        /** The key in a script. */
        String key() {
            return key;
        }

        /** Whether the key's value is true or false. */
        boolean isFlag() {
            return switch (this) {
                case SILENCE, NO_DONE, CONTEXT_LENGTH, CONTENT_FILTER, REFUSAL, QUOTA, OVERLOADED -> true;
                default -> false;
            };
        }

        /** Whether the attempt ends with an HTTP error answer. */
        boolean isErrorReply() {
            return switch (this) {
                case STATUS, CONTEXT_LENGTH, CONTENT_FILTER, QUOTA, OVERLOADED -> true;
                default -> false;
            };
        }
    }

    /**
     * The parts of an error answer that a script can set.
     *
     * @param status  0 where the kind has its own
     * @param headers laid over the usual ones
     * @param body    null for the dialect's own
     */
    public record Reply(int status, Map<String, String> headers, String body) {
        static final Reply DEFAULT = new Reply(0, Map.of(), null);

        public Reply {
            headers = Map.copyOf(headers);
        }
    }
}
