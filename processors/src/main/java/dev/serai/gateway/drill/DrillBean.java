/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.drill;

import java.nio.charset.StandardCharsets;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.DeploymentUri;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.dialect.Json;

/** What routes/deployment.yaml calls before it asks a provider, by the bean name {@code faults}. Thread-safe. */
@Component("faults")
public final class DrillBean {
    /** Options of the {@code llm:sim} endpoint that plays the fault; absent where the provider itself is to be asked. */
    static final String ENDPOINT = "SeraiDrill";

    /** What is sent to it in place of a real deployment's request: content stays where it is. */
    private static final String EMPTY_TALK =
            "{\"model\":\"drill\",\"stream\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"drill\"}]}";

    private final Drills drills;
    private final Catalogue catalogue;

    DrillBean(Drills drills, Catalogue catalogue) {
        this.drills = drills;
        this.catalogue = catalogue;
    }

    /** Decides whether the attempt in hand is part of a drill, and prepares it. */
    public void inject(Exchange exchange, String name) throws LlmException {
        exchange.removeProperty(ENDPOINT);
        Deployment deployment = catalogue.of(Call.of(exchange)).find(name).orElse(null);
        Drill drill = deployment == null ? null : drills.hit(deployment).orElse(null);
        if (drill == null) {
            return;
        }
        exchange.getProperty(Attempt.PROPERTY, Attempt.class).inject(drill.id());
        exchange.setProperty(ENDPOINT, DeploymentUri.played(deployment, DrillFault.options(json(drill.fault()))));
        if (!deployment.simulated()) {
            LlmRequest request = exchange.getMessage().getBody(LlmRequest.class);
            exchange.getMessage().setBody(emptyTalk(request));
        }
    }

    private static LlmRequest emptyTalk(LlmRequest request) {
        byte[] payload = EMPTY_TALK.formatted(request.stream()).getBytes(StandardCharsets.UTF_8);
        return LlmRequest.of(Dialect.OPENAI_CHAT, payload, request.stream())
                .withLimits(request.limits())
                .withCancellation(request.cancellation());
    }

    private static JsonNode json(String text) throws LlmException {
        return Json.parseRequest(text.getBytes(StandardCharsets.UTF_8));
    }
}
