/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Lets a test in another process read the journal and change scripts. Thread-safe. */
final class SimAdmin {
    static final String PREFIX = "/__sim/";
    private static final String SCRIPTS = PREFIX + "scripts/";

    private final ConcurrentMap<String, SimMount> mounts;
    private final SimJournal journal;

    SimAdmin(ConcurrentMap<String, SimMount> mounts, SimJournal journal) {
        this.mounts = mounts;
        this.journal = journal;
    }

    SimReply answer(WireRequest request) {
        String name = request.path().startsWith(SCRIPTS) ? request.path().substring(SCRIPTS.length()) : null;
        if (name != null) {
            return script(request, name);
        }
        if (!request.path().equals(PREFIX + "requests")) {
            return error(404, "only " + PREFIX + "requests and " + SCRIPTS + "{mount} are served here");
        }
        return switch (request.method()) {
            case "GET" -> SimReply.json(200, requests());
            case "DELETE" -> {
                journal.clear();
                yield done();
            }
            default -> error(405, "only GET and DELETE are served here");
        };
    }

    private SimReply script(WireRequest request, String name) {
        SimMount mount = mounts.get(name);
        switch (request.method()) {
            case "GET" -> {
                return mount == null
                        ? error(404, "no such mount")
                        : SimReply.json(200, mount.script().toJson());
            }
            case "PUT" -> {
                try {
                    SimScript script = SimScript.read(new String(request.body(), StandardCharsets.UTF_8));
                    mounts.put(SimServer.checkedName(name), new SimMount(name, script));
                    return done();
                } catch (IllegalArgumentException e) {
                    return error(400, e.getMessage());
                }
            }
            default -> {
                return error(405, "only GET and PUT are served here");
            }
        }
    }

    private ObjectNode requests() {
        ObjectNode body = SimJson.object().put("openConnections", journal.openConnections());
        ArrayNode list = body.putArray("requests");
        journal.requests().forEach(request -> list.add(json(request)));
        return body;
    }

    private static ObjectNode json(SimRequest request) {
        ObjectNode out = SimJson.object()
                .put("mount", request.mount())
                .put("attempt", request.attempt())
                .put("dialect", request.dialect())
                .put("stream", request.stream())
                .put("status", request.status())
                .put("outcome", request.outcome().name())
                .put("tokensSent", request.tokensSent())
                .put("received", request.received().toString())
                .put("ended", request.ended() == null ? null : request.ended().toString());
        ObjectNode headers = out.putObject("headers");
        request.headers().forEach(headers::put);
        JsonNode body = request.json();
        if (body.isMissingNode()) {
            out.put("body", new String(request.body(), StandardCharsets.UTF_8));
        } else {
            out.set("body", body);
        }
        return out;
    }

    private static SimReply done() {
        return new SimReply(200, SimReply.JSON, "{}".getBytes(StandardCharsets.US_ASCII));
    }

    private static SimReply error(int status, String message) {
        return new SimReply(
                status, SimReply.JSON, SimJson.bytes(SimJson.object().put("error", message)));
    }
}
