/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.stream;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.serai.gateway.dispatch.Audience;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.dispatch.Delivered;
import dev.serai.gateway.door.ClientWatch;
import dev.serai.gateway.door.Door;
import dev.serai.gateway.door.Failures;
import dev.serai.gateway.door.Reply;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;
import dev.serai.llm.conversation.StreamPart;

/**
 * The way of one call's answer from the gateway's thread to the door's. The door learns the outcome, or after the
 * heartbeat interval only that it has to begin; from then on a failure is an event in the stream. Thread-safe.
 */
final class Conduit {
    private static final byte[] NOTHING = new byte[0];
    /** A call ends soon after its deadline has cancelled it. */
    private static final Duration AFTER_DEADLINE = Duration.ofSeconds(10);

    private final Call call;
    private final Door door;
    private final Duration heartbeat;
    private final AnswerStream events;
    private final CompletableFuture<Reply.Answer> answer = new CompletableFuture<>();
    private Door.Events writer;

    Conduit(Call call, Door door, Duration heartbeat) {
        this.call = call;
        this.door = door;
        this.heartbeat = heartbeat;
        this.events = new AnswerStream(heartbeat, this::abandoned);
        Runnable cancelled = () -> failed(call.cancellation().reason());
        call.onClose(call.cancellation().onCancel(cancelled)::close);
    }

    /** The client has left. Where others want the answer, its exchange, and all that hangs on its end, waits for that. */
    private void abandoned() {
        if (Audience.clientLeft(call, ClientWatch.clientGone())) {
            call.awaitWork(Duration.ofNanos(call.remainingNanos()).plus(AFTER_DEADLINE));
        }
    }

    /** Waits for what the door has to send. */
    Reply.Answer await() throws InterruptedException {
        try {
            while (true) {
                try {
                    return answer.get(heartbeat.toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (call.isStream() && answer.complete(new Reply.Answer(null, events, null))) {
                        events.beat();
                    }
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer is never completed exceptionally", e);
        }
    }

    /**
     * A route ended well: its answer goes to the client.
     *
     * @return false where that broke, and the client is to get another answer
     */
    boolean answered(Object body) throws LlmException, InterruptedException {
        if (body instanceof LlmStream stream) {
            answer.complete(new Reply.Answer(null, events, null));
            return pump(stream);
        }
        if (body instanceof ReadyAnswer ready) {
            replay(ready);
            return true;
        }
        if (!(body instanceof LlmResponse response)) {
            throw new IllegalStateException("the task's route left no answer of a deployment as its body");
        }
        CallOutcome outcome = new CallOutcome(null, response.stopReason(), response.usage(), response.advice());
        byte[] bytes = door.answer(call, response);
        Delivered.whole(call, response);
        Audience.of(call).whole(bytes, false, outcome);
        whole(bytes, outcome);
        return true;
    }

    private void whole(byte[] bytes, CallOutcome outcome) {
        if (call.end(outcome)) {
            call.firstContent();
            answer.complete(new Reply.Answer(bytes, null, null));
        }
    }

    private void replay(ReadyAnswer ready) throws LlmException, InterruptedException {
        if (!ready.isStream()) {
            whole(ready.next(), ready.outcome());
            return;
        }
        answer.complete(new Reply.Answer(null, events, null));
        for (byte[] next = ready.next(); next != null; next = ready.next()) {
            events.write(next, true);
            call.firstContent();
        }
        if (call.end(ready.outcome())) {
            events.end(NOTHING);
        }
    }

    /** The call failed: with a status where the door has not begun, else with the event that ends the stream. */
    void failed(Throwable why) {
        LlmException failure = Failures.of(call, why);
        if (!call.failed(failure)) {
            return;
        }
        Audience.of(call).failed(failure);
        if (!answer.complete(new Reply.Answer(null, null, failure))) {
            byte[] last = door.streamError(failure, call.requestId());
            if (call.cancellation().isCancelled()) {
                // its time is over: a client that is far behind is not waited for
                events.cut(last);
            } else {
                events.end(last);
            }
        }
    }

    private boolean pump(LlmStream stream) throws InterruptedException {
        try (stream) {
            begin();
            byte[] last = joined(pumpEvents(stream), writer.end());
            LlmStream.Progress progress = stream.progress();
            CallOutcome outcome = new CallOutcome(null, progress.stopReason(), progress.usage(), progress.advice());
            Audience.of(call).whole(events.closing(last), true, outcome);
            if (call.end(outcome)) {
                events.end(last);
            }
            return true;
        } catch (LlmException e) {
            return broken(stream, e);
        }
    }

    /** Returns the bytes of the event that says the answer is whole: they go out once its audience has it. */
    private byte[] pumpEvents(LlmStream stream) throws LlmException, InterruptedException {
        Delivered delivered = Delivered.of(call);
        delivered.begin();
        for (LlmEvent event = stream.next(); event != null; event = stream.next()) {
            byte[] bytes = writer.event(event);
            boolean complete = endsStream(event);
            if (!complete) {
                write(bytes);
            }
            delivered.add(event);
            if (event.hasContent()) {
                call.firstContent();
            }
            if (complete) {
                return bytes;
            }
        }
        return NOTHING;
    }

    private void write(byte[] bytes) throws InterruptedException {
        Audience audience = Audience.of(call);
        audience.next(bytes);
        events.write(bytes, !audience.isShared());
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private void begin() throws InterruptedException {
        if (writer == null) {
            writer = door.events(call);
        } else {
            call.attempts().discardBroken();
            write(writer.restart(call.generation()));
        }
    }

    private boolean broken(LlmStream stream, LlmException failure) {
        if (restarts() && !readerWasBusy(stream) && call.attempts().mayHop(failure)) {
            call.interrupted(TaskContract.Interruption.RESTART);
            call.beginAnew(failure);
            return false;
        }
        if (failure.errorClass() != ErrorClass.CANCELLED) {
            call.interrupted(TaskContract.Interruption.ERROR);
        }
        failed(failure);
        return true;
    }

    /** Whether it was the client that was too slow: it would be for another answer. */
    private static boolean readerWasBusy(LlmStream stream) {
        AtomicBoolean busy = new AtomicBoolean();
        stream.onEnd(end -> busy.set(end.readerBusy()));
        return busy.get();
    }

    /** A caller that names a deployment wants that one's answer. */
    private boolean restarts() {
        return call.task().contract().interruption() == TaskContract.Interruption.RESTART
                && door.streamsRestart()
                && call.pinnedDeployment() == null
                && call.outcome() == null;
    }

    private static boolean endsStream(LlmEvent event) {
        for (StreamPart part : event.parts()) {
            if (part instanceof StreamPart.End) {
                return true;
            }
        }
        return false;
    }
}
