/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimDialect.SimCall;
import dev.serai.llm.provider.sim.SimDialect.Target;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

/** Finds what a path means. Thread-safe. */
final class SimRouter {
    private static final SimDialect OPENAI = new OpenAiSim();
    private static final SimDialect ANTHROPIC = new AnthropicSim();
    private static final List<SimDialect> DIALECTS = List.of(
            OPENAI,
            ANTHROPIC,
            new ResponsesSim(),
            new GeminiSim(GeminiSim.Framing.EVENTS),
            new BedrockSim(),
            new CohereSim(),
            new OllamaSim(),
            new EmbeddingsSim(OPENAI),
            new ModerationSim(OPENAI),
            new TokenCountSim(ANTHROPIC));

    private final ConcurrentMap<String, SimMount> mounts;
    private final SimJournal journal;
    private final SimAdmin admin;

    SimRouter(ConcurrentMap<String, SimMount> mounts, SimJournal journal) {
        this.mounts = mounts;
        this.journal = journal;
        this.admin = new SimAdmin(mounts, journal);
    }

    void serve(WireRequest request, SimWire wire) throws IOException {
        if (request.path().startsWith(SimAdmin.PREFIX)) {
            wire.send(admin.answer(request));
            return;
        }
        int end = request.path().indexOf('/', 1);
        SimMount mount = end < 0 ? null : mounts.get(request.path().substring(1, end));
        if (mount == null) {
            wire.send(notFound("no such mount"));
            return;
        }
        String path = request.path().substring(end);
        if (path.equals("/v1/models")) {
            wire.send(SimReply.json(200, SimModels.list(mount.name(), request)));
            return;
        }
        for (SimDialect dialect : DIALECTS) {
            Target target = dialect.target(path);
            if (target != null) {
                call(request, wire, mount, dialect.spokenTo(target, request.query()), target);
                return;
            }
        }
        wire.send(notFound("no such path"));
    }

    private void call(WireRequest request, SimWire wire, SimMount mount, SimDialect dialect, Target target)
            throws IOException {
        if (!request.method().equals("POST")) {
            wire.send(SimReply.json(405, message("only POST is served here")));
            return;
        }
        SimMount.Take take = mount.next();
        SimCall call = new SimCall(target, json(request), request.headers());
        SimExchange exchange = new SimExchange(take, dialect, request, call.stream());
        journal.add(exchange);
        try {
            SimTurn turn = new SimTurn(wire, dialect, take, exchange);
            exchange.end(turn.play(call));
        } catch (PeerGoneException e) {
            exchange.end(wire.isClosed() ? Outcome.FAULTED : Outcome.CLIENT_CLOSED);
            throw e;
        } catch (IOException | RuntimeException e) {
            exchange.end(Outcome.FAULTED);
            throw e;
        }
    }

    /** The body, or a missing node where it is no JSON. */
    private static JsonNode json(WireRequest request) {
        try {
            return SimJson.read(request.body());
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    private static SimReply notFound(String message) {
        return SimReply.json(404, message(message));
    }

    private static ObjectNode message(String message) {
        ObjectNode body = SimJson.object();
        body.putObject("error").put("message", message).put("type", "invalid_request_error");
        return body;
    }
}
