/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.time.Duration;
import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.idempotency.IdempotencyListener.Result;
import dev.serai.gateway.cache.joined.JoinedAnswer;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Given;
import dev.serai.gateway.dispatch.Repeat;
import dev.serai.gateway.door.Ask;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.ReadRequest;
import dev.serai.gateway.stream.ReadyAnswer;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * The gateway route's step by the bean name {@code idempotency}: a call whose key came before gets the answer of that call as
 * its body, waiting for it where it must; any other goes on. Thread-safe.
 */
@Component("idempotency")
public final class Idempotency implements Processor {
    /** How long it holds that somebody waits, and how often it is said while that is so. */
    private static final Duration AWAITED = Duration.ofSeconds(6);

    private static final Duration SAY_EVERY = Duration.ofSeconds(2);

    private final RunningCalls running;
    private final CallTable table;
    private final Seals seals;
    private final List<IdempotencyListener> listeners;

    Idempotency(RunningCalls running, CallTable table, Seals seals, List<IdempotencyListener> listeners) {
        this.running = running;
        this.table = table;
        this.seals = seals;
        this.listeners = listeners;
    }

    @Override
    public void process(Exchange exchange) throws LlmException, InterruptedException {
        String key = Doors.inbound(exchange).header().apply(Doors.IDEMPOTENCY_HEADER);
        if (key == null) {
            return;
        }
        KeyedRequest.check(key);
        Call call = Call.of(exchange);
        try {
            Seal seal = seals.current();
            Ask ask = exchange.getProperty(ReadRequest.ASK, Ask.class);
            ReadyAnswer answer = answer(call, KeyedRequest.of(call, ask, key, seal), Repeat.begin(call));
            tell(call, Result.valueOf(Repeat.of(call).answer().name()));
            if (answer != null) {
                Given.answer(exchange, answer);
            }
        } catch (NestedRuntimeException e) {
            tell(call, Result.UNAVAILABLE);
            throw Refusals.databaseAway(e);
        } catch (LlmException e) {
            tell(call, Refusals.result(e));
            throw e;
        }
    }

    /** Null where the call is to make it. */
    private ReadyAnswer answer(Call call, KeyedRequest request, Repeat repeat)
            throws LlmException, InterruptedException {
        Pause pause = new Pause(call);
        while (!call.cancellation().isCancelled()) {
            RunningCall here = running.find(request);
            ReadyAnswer answer = null;
            if (here != null) {
                answer = join(call, request, here, repeat);
            } else if (!(table.claim(request, call.requestId()) instanceof Claim.Taken taken)) {
                repeat.is(Repeat.Answer.MADE, null);
                running.begin(call, request);
                return null;
            } else {
                refuseOther(request, taken);
                answer = taken.owner() == null ? stored(request, taken, repeat) : null;
                if (taken.owner() != null) {
                    awaitElsewhere(request, taken, repeat, pause);
                }
            }
            if (answer != null) {
                return answer;
            }
        }
        throw call.cancellation().reason();
    }

    private static ReadyAnswer join(Call call, KeyedRequest request, RunningCall here, Repeat repeat)
            throws LlmException, InterruptedException {
        if (!here.request().hash().equals(request.hash())) {
            throw Refusals.otherRequest();
        }
        JoinedAnswer joined = here.join(call);
        if (joined == null) {
            here.awaitRelease(call.remainingNanos());
            return null;
        }
        repeat.is(Repeat.Answer.JOINED, here.call().requestId());
        try {
            here.awaitBeginning(joined);
            return joined;
        } catch (LlmException e) {
            if (e.errorClass() != ErrorClass.CANCELLED || call.cancellation().isCancelled()) {
                throw e;
            }
            here.awaitRelease(call.remainingNanos());
            return null;
        }
    }

    private static void refuseOther(KeyedRequest request, Claim.Taken taken) throws LlmException {
        if (!taken.sealedWith().equals(request.seal().fingerprint())) {
            throw Refusals.notKept();
        }
        if (!taken.requestHash().equals(request.hash())) {
            throw Refusals.otherRequest();
        }
    }

    /** Null where its time was over just now. */
    private ReadyAnswer stored(KeyedRequest request, Claim.Taken taken, Repeat repeat) throws LlmException {
        if (!taken.answerKept()) {
            throw Refusals.notKept();
        }
        byte[] closed = table.answer(request);
        if (closed.length == 0) {
            return null;
        }
        Repeat.Answer how = repeat.answer() == Repeat.Answer.JOINED ? Repeat.Answer.JOINED : Repeat.Answer.REPLAYED;
        repeat.is(how, taken.requestId());
        return new StoredAnswer(KeptAnswer.unpack(request.seal().open(closed, request.binding())));
    }

    private void awaitElsewhere(KeyedRequest request, Claim.Taken taken, Repeat repeat, Pause pause)
            throws LlmException, InterruptedException {
        repeat.is(Repeat.Answer.JOINED, taken.requestId());
        if (!taken.owner().equals(table.self()) && pause.isDue(SAY_EVERY)) {
            table.await(request, taken.requestId(), AWAITED);
        }
        pause.sleep();
    }

    private void tell(Call call, Result result) {
        listeners.forEach(listener -> listener.answered(call, result));
    }
}
