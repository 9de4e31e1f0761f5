/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Durations;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.drill.Drill;
import dev.serai.gateway.drill.DrillFault;
import dev.serai.gateway.drill.Drills;
import dev.serai.llm.LlmException;

/** Drills in the admin API, by the bean name {@code admin-faults}. Thread-safe. */
@Component("admin-faults")
public final class AdminFaults {
    private static final String FAULT = "fault";
    private static final String SHARE = "share";
    private static final String DURATION = "duration";
    private static final List<String> FIELDS = List.of(FAULT, SHARE, DURATION, AdminDoor.REASON);
    private static final Duration USUAL = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final int ID_LENGTH = 8;

    private final Drills drills;
    private final Catalogue catalogue;
    private final AuditLog audit;

    AdminFaults(Drills drills, Catalogue catalogue, AuditLog audit) {
        this.drills = drills;
        this.catalogue = catalogue;
        this.audit = audit;
    }

    /** A drill as operators see it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record View(
            String deployment,
            String drill,
            @JsonRawValue String fault,
            int share,
            String reason,
            String by,
            String since,
            String until) {
        static View of(Drill drill) {
            return new View(
                    drill.deployment(),
                    drill.id(),
                    drill.fault(),
                    drill.share(),
                    drill.reason(),
                    drill.by(),
                    drill.since().toString(),
                    drill.end().toString());
        }
    }

    /** Answers with those that are on. */
    public void list(Exchange exchange) {
        AdminDoor.answer(
                exchange,
                Map.of("faults", drills.running().stream().map(View::of).toList()));
    }

    /** Begins a drill. */
    public void set(Exchange exchange) throws LlmException {
        Deployment deployment = AdminDoor.deployment(exchange, catalogue);
        JsonNode body = AdminDoor.body(exchange, FIELDS);
        DrillFault.check(body.path(FAULT), deployment.simulated());
        int share = share(body.get(SHARE), deployment);
        long from = drills.now();
        Drill wanted = new Drill(
                deployment.name(),
                "drill-" + UUID.randomUUID().toString().substring(0, ID_LENGTH),
                body.get(FAULT).toString(),
                share,
                AdminDoor.reason(body),
                Call.of(exchange).caller().name(),
                from,
                from + duration(body.get(DURATION)).toMillis(),
                0);
        View before = drills.running(deployment.name()).map(View::of).orElse(null);
        View after = View.of(drills.begin(wanted).join());
        audit.write(exchange, new AuditLog.Deed("fault.set", deployment.name(), wanted.reason()), before, after);
        AdminDoor.answer(exchange, after);
    }

    /** Ends a drill; that of a deployment which is no longer there too. */
    public void clear(Exchange exchange) throws LlmException {
        String name = AdminDoor.path(exchange, "deployment");
        Drill running = drills.running(name)
                .orElseThrow(() -> AdminDoor.notFound("fault", name, "no drill is on for that deployment"));
        String reason = AdminDoor.reason(exchange);
        View after = View.of(drills.end(running).join());
        audit.write(exchange, new AuditLog.Deed("fault.clear", name, reason), View.of(running), after);
        AdminDoor.answer(exchange, after);
    }

    private int share(JsonNode given, Deployment deployment) throws LlmException {
        int most = drills.maxShare(deployment);
        if (most == 0) {
            throw LlmException.invalid(
                    SHARE,
                    "'" + deployment.name()
                            + "' is no simulated deployment, and no share of real traffic may be part of a "
                            + "drill here: serai.drills.max-share is 0 percent.");
        }
        if (given == null && deployment.simulated()) {
            return most;
        }
        if (given == null) {
            throw LlmException.invalid(
                    SHARE,
                    "'share' is missing: say which percentage of the attempts at '" + deployment.name()
                            + "' gets the fault, from 1 to " + most + ".");
        }
        if (!given.isInt() || given.intValue() < 1 || given.intValue() > most) {
            String bound = deployment.simulated() ? "" : " (serai.drills.max-share)";
            throw LlmException.invalid(SHARE, "'share' has to be a whole number from 1 to " + most + bound + ".");
        }
        return given.intValue();
    }

    private static Duration duration(JsonNode given) throws LlmException {
        if (given == null) {
            return USUAL;
        }
        try {
            Duration duration = Durations.parse(given.asText());
            if (!duration.isZero() && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (InvalidValueException e) {
            throw LlmException.invalid(DURATION, "'duration' " + e.getMessage() + ": " + e.fix() + ".");
        }
        throw LlmException.invalid(DURATION, "'duration' has to be more than nothing, and 24h at most.");
    }
}
