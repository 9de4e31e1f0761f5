/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.RequestSummary;

/** A dialect as applications speak it to the gateway. A door only translates. Stateless and thread-safe. */
public interface Door extends ErrorWriter {
    String name();

    /** What the tasks that can be called through it do. */
    default Operation operation() {
        return Operation.CHAT;
    }

    /** @throws LlmException invalid_request where the body breaks the dialect's rules */
    Ask read(Inbound inbound) throws LlmException;

    /** The envelope for the task's route, without the contract's limits. */
    Envelope envelope(Ask ask, TaskContract contract, Call call) throws LlmException;

    /** The body of a whole answer. */
    byte[] answer(Call call, LlmResponse response) throws LlmException;

    /** Whether a stream goes out as events; else it is one JSON array of what is in them. */
    default boolean streamsEvents() {
        return true;
    }

    /** Whether its streams can tell a client to discard what it has got: every client of the dialect has to know how. */
    default boolean streamsRestart() {
        return false;
    }

    /** A writer for one streamed answer. A door whose envelopes never ask for a stream has none. */
    default Events events(Call call) {
        throw new IllegalStateException(name() + " has no stream");
    }

    /** The event that ends a stream which broke. */
    default byte[] streamError(LlmException error, String requestId) {
        throw new IllegalStateException(name() + " has no stream");
    }

    /** A request in its envelope, and what is known of it. */
    record Envelope(LlmRequest request, RequestSummary summary) {
        /** Of a payload that goes out as it came, and is not answered with a stream. */
        static Envelope of(Operation operation, Dialect dialect, Ask ask, TaskContract contract, Call call) {
            LlmRequest request = new LlmRequest(
                    operation,
                    dialect,
                    ask.payload(),
                    false,
                    LlmRequest.Limits.NONE,
                    contract.mayLose(),
                    ask.headers(),
                    call.cancellation());
            return new Envelope(request, ask.summary());
        }
    }

    /** Writes the events of one streamed answer; stateful, one thread. */
    interface Events {
        byte[] event(LlmEvent event);

        /** Tells the client to discard everything so far: another answer follows, from its beginning. */
        default byte[] restart(int generation) {
            throw new IllegalStateException("the dialect has no word for it");
        }

        /** What the dialect's clean end still lacks after the provider's last event. */
        byte[] end();
    }
}
