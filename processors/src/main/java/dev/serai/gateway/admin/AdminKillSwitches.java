/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.fleet.KillSwitch;
import dev.serai.gateway.fleet.KillSwitch.Kind;
import dev.serai.gateway.fleet.KillSwitches;
import dev.serai.gateway.task.TaskRegistry;
import dev.serai.gateway.task.TaskVersion;
import dev.serai.llm.LlmException;

/** Kill switches in the admin API, by the bean name {@code admin-kill-switches}. Thread-safe. */
@Component("admin-kill-switches")
public final class AdminKillSwitches {
    private final KillSwitches switches;
    private final Catalogue catalogue;
    private final TaskRegistry tasks;
    private final AuditLog audit;

    AdminKillSwitches(KillSwitches switches, Catalogue catalogue, TaskRegistry tasks, AuditLog audit) {
        this.switches = switches;
        this.catalogue = catalogue;
        this.tasks = tasks;
        this.audit = audit;
    }

    /** A switch as operators see it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record View(String kind, String name, boolean on, String reason, String by, String since) {
        static View of(KillSwitch known) {
            return known == null
                    ? null
                    : new View(
                            known.kind().code(),
                            known.name(),
                            known.on(),
                            known.reason(),
                            known.by(),
                            known.since().toString());
        }
    }

    /** Answers with those that are on. */
    public void list(Exchange exchange) {
        AdminDoor.answer(
                exchange,
                Map.of("killSwitches", switches.all().stream().map(View::of).toList()));
    }

    public void set(Exchange exchange) throws LlmException {
        Kind kind = kind(exchange);
        String name = AdminDoor.path(exchange, "name");
        checkName(kind, name);
        change(exchange, kind, name, true);
    }

    /** A switch of what is no longer there can be cleared. */
    public void clear(Exchange exchange) throws LlmException {
        Kind kind = kind(exchange);
        String name = AdminDoor.path(exchange, "name");
        KillSwitch known = switches.find(kind, name);
        if (known == null || !known.on()) {
            throw AdminDoor.notFound("kill_switch", kind.code() + "/" + name, "it is not set");
        }
        change(exchange, kind, name, false);
    }

    private void change(Exchange exchange, Kind kind, String name, boolean on) throws LlmException {
        String reason = AdminDoor.reason(exchange);
        View before = View.of(switches.find(kind, name));
        String by = Call.of(exchange).caller().name();
        View after = View.of(switches.set(kind, name, on, reason, by).join());
        String action = on ? "kill-switch.set" : "kill-switch.clear";
        audit.write(exchange, new AuditLog.Deed(action, kind.code() + "/" + name, reason), before, after);
        AdminDoor.answer(exchange, after);
    }

    private static Kind kind(Exchange exchange) throws LlmException {
        String code = AdminDoor.path(exchange, "kind");
        Optional<Kind> kind =
                Arrays.stream(Kind.values()).filter(k -> k.code().equals(code)).findFirst();
        List<String> codes = Arrays.stream(Kind.values()).map(Kind::code).toList();
        return kind.orElseThrow(() -> AdminDoor.notFound("kind", code, Spelling.fix(code, "kinds", codes)));
    }

    /** A misspelt switch would switch nothing off. Callers are taken as they come: another instance may know more of them. */
    private void checkName(Kind kind, String name) throws LlmException {
        Collection<String> known =
                switch (kind) {
                    case CALLER -> List.of(name);
                    case TASK -> tasks.all().stream().map(TaskVersion::name).toList();
                    case DEPLOYMENT -> catalogue.current().names();
                    case PROVIDER ->
                        catalogue.current().all().stream()
                                .map(Deployment::provider)
                                .collect(Collectors.toSet());
                };
        if (!known.contains(name)) {
            throw AdminDoor.notFound(kind.code(), name, Spelling.fix(name, kind.code() + "s", known));
        }
    }
}
