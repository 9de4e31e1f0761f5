/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.task.TaskRegistry;
import dev.serai.gateway.task.TaskVersion;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/**
 * The steps of the door that lists a caller's tasks as models, by the bean name {@code models}. Such a call asks no
 * deployment. Thread-safe.
 */
@Component("models")
public final class Models {
    private final Doors doors;
    private final TaskRegistry tasks;
    private final Instant created = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    Models(Doors doors, TaskRegistry tasks) {
        this.doors = doors;
        this.tasks = tasks;
    }

    /** Opens the call in the dialect that its headers tell. */
    public void open(Exchange exchange) {
        HttpServletRequest request = Doors.request(exchange);
        doors.open(exchange, ModelsDialect.of(request::getHeader).door());
    }

    /** Answers with all tasks that the caller may call, by name. */
    public void list(Exchange exchange) {
        Call call = Call.of(exchange);
        List<TaskVersion> visible = tasks.all().stream()
                .filter(task -> task.visibleTo(call.caller()))
                .sorted(Comparator.comparing(TaskVersion::name))
                .toList();
        answer(exchange, dialect(exchange).list(visible, created));
    }

    /** Answers with the task that the path names. */
    public void find(Exchange exchange) throws LlmException {
        String name = Doors.inbound(exchange).path().get("task");
        TaskVersion task = tasks.find(name, Call.of(exchange).caller()).orElseThrow(() -> TaskRegistry.notFound(name));
        answer(exchange, dialect(exchange).model(task, created));
    }

    private static ModelsDialect dialect(Exchange exchange) {
        return ModelsDialect.of(Doors.inbound(exchange).header());
    }

    private static void answer(Exchange exchange, ObjectNode body) {
        Call.of(exchange).end(new CallOutcome(null, null, null, null));
        exchange.setProperty(Reply.ANSWER, new Reply.Answer(Json.bytes(body), null, null));
    }
}
