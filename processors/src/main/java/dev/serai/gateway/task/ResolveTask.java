/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.time.Duration;
import java.util.Optional;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.deployment.TokenEstimate;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.DeadlineTimer;
import dev.serai.gateway.door.Ask;
import dev.serai.gateway.door.Door;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.ReadRequest;
import dev.serai.gateway.identity.Permission;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.Operation;

/**
 * Finds the task that the caller names and makes the envelope that its route gets. A task that is unknown, internal, not
 * the caller's or not what the door is for, and a pin without the permission, are one and the same 404.
 */
@Component("resolve-task")
public final class ResolveTask implements Processor {
    /** The task whose route runs the call; absent where a deployment is pinned. */
    public static final String TASK = "SeraiTask";
    /** The deployment that runs the call by the caller's wish. */
    public static final String PINNED = "SeraiPinned";

    /** Present where the call only counts tokens, in which the task's route has no part. */
    public static final String COUNT = "SeraiCount";

    /** A count that takes longer is worth less than an estimate. */
    private static final Duration COUNT_LIMIT = Duration.ofSeconds(5);

    private final TaskRegistry tasks;
    private final Selection selection;
    private final Doors doors;
    private final DeadlineTimer timer;

    ResolveTask(TaskRegistry tasks, Selection selection, Doors doors, DeadlineTimer timer) {
        this.tasks = tasks;
        this.selection = selection;
        this.doors = doors;
        this.timer = timer;
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        Ask ask = exchange.getProperty(ReadRequest.ASK, Ask.class);
        Door door = doors.of(call);
        Optional<TaskVersion> task = tasks.find(ask.model(), call);
        if (task.isPresent() && task.get().contract().operation() != door.operation()) {
            throw otherOperation(ask.model(), task.get().contract().operation());
        }
        String pin = ask.pin();
        if (task.isEmpty() && pin == null && selection.find(call, ask.model()).isPresent()) {
            pin = ask.model();
        }
        if (task.isEmpty() && pin == null || pin != null && !mayPin(call, pin)) {
            throw TaskRegistry.notFound(ask.model());
        }
        TaskVersion version = task.orElseGet(() -> PinContract.version(door.operation()));
        call.resolve(version, pin);
        timer.watch(call);
        Door.Envelope envelope = door.envelope(ask, version.contract(), call);
        boolean count = envelope.request().operation() == Operation.COUNT_TOKENS;
        if (!count) {
            refuseLongPrompt(version.contract(), envelope);
        }
        LlmRequest.Limits limits = limits(version.contract(), count);
        call.accept(envelope.request().withLimits(limits), envelope.summary());
        if (count) {
            exchange.setProperty(COUNT, true);
        }
        exchange.setProperty(pin == null ? TASK : PINNED, pin == null ? version.name() : pin);
        exchange.getMessage().setBody(call.request());
    }

    /** The caller may call this task, but at another door. */
    private static LlmException otherOperation(String name, Operation operation) {
        return LlmException.of(ErrorClass.NOT_FOUND)
                .code("model_not_found")
                .detail("the task is for another operation than the door")
                .reason("The task '" + name + "' is for " + operation.code() + ": "
                        + (operation == Operation.EMBEDDINGS
                                ? "call it at /v1/embeddings."
                                : "call it as a chat, e.g. at /v1/chat/completions."))
                .build();
    }

    private boolean mayPin(Call call, String pin) {
        return call.caller().may(Permission.PIN) && selection.find(call, pin).isPresent();
    }

    private static LlmRequest.Limits limits(TaskContract contract, boolean count) {
        return new LlmRequest.Limits(
                contract.maxOutputTokens(),
                contract.temperature(),
                contract.reasoningEffort(),
                contract.firstToken(),
                contract.idle(),
                count ? COUNT_LIMIT : contract.attemptTimeout(),
                null);
    }

    private static void refuseLongPrompt(TaskContract contract, Door.Envelope envelope) throws LlmException {
        Integer max = contract.maxInputTokens();
        if (max != null && TokenEstimate.ofChars(envelope.summary().promptChars()) > max) {
            throw LlmException.of(ErrorClass.CONTEXT_OVERFLOW)
                    .code("context_length_exceeded")
                    .detail("longer than the task's maxInputTokens")
                    .reason("The input is longer than this task's limit of " + max + " tokens.")
                    .build();
        }
    }
}
