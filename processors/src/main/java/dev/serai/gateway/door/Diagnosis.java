/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.TokenCount;
import dev.serai.gateway.identity.Permission;

/** What callers with the permission {@code diagnose} are told of how their call went, as headers. */
public final class Diagnosis {
    private Diagnosis() {}

    /** By header name; empty for anybody else. */
    public static Map<String, String> of(Call call) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (call.caller() == null || !call.caller().may(Permission.DIAGNOSE) || call.task() == null) {
            return headers;
        }
        Attempt answering = call.attempts().answering();
        Attempt last = answering == null ? call.attempts().last() : answering;
        if (last != null) {
            headers.put("X-Serai-Deployment", last.deployment());
        }
        headers.put("X-Serai-Attempts", Integer.toString(call.attempts().asked().size()));
        if (CacheUse.of(call) != null) {
            headers.put("X-Serai-Cache", CacheUse.of(call).answer().code());
        }
        if (TokenCount.estimated(call) != null) {
            headers.put("X-Serai-Token-Count", TokenCount.estimated(call) ? "estimated" : "counted");
        }
        headers.put("X-Serai-Route-Version", call.task().routeVersion());
        return headers;
    }
}
