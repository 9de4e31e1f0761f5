/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;

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
    private static final String DIALECT = "SeraiModelsDialect";

    private final Doors doors;
    private final TaskRegistry tasks;
    private final Instant created = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    Models(Doors doors, TaskRegistry tasks) {
        this.doors = doors;
        this.tasks = tasks;
    }

    /** Opens the call in the dialect that its path or its headers tell. */
    public void open(Exchange exchange) {
        ModelsDialect dialect = ModelsDialect.of(Doors.request(exchange));
        exchange.setProperty(DIALECT, dialect);
        doors.open(exchange, dialect.door());
    }

    /** Answers with the task that the path names, or else with all tasks that the caller may call, by name. */
    public void answer(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        String name = Doors.inbound(exchange).path().get("task");
        ModelsDialect dialect = exchange.getProperty(DIALECT, ModelsDialect.class);
        ObjectNode body = name == null ? list(call, dialect) : dialect.model(find(name, call), created);
        call.end(new CallOutcome(null, null, null, null));
        exchange.setProperty(Reply.ANSWER, new Reply.Answer(Json.bytes(body), null, null));
    }

    private TaskVersion find(String name, Call call) throws LlmException {
        return tasks.find(name, call).orElseThrow(() -> TaskRegistry.notFound(name));
    }

    private ObjectNode list(Call call, ModelsDialect dialect) {
        List<TaskVersion> visible = tasks.visible(call).stream()
                .sorted(Comparator.comparing(TaskVersion::name))
                .toList();
        return dialect.list(visible, created);
    }
}
