/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Instant;

import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.door.Doors;

/** Writes each change of an operator as a line of JSON, by the logger {@code serai.audit}. Thread-safe. */
@Component
final class AuditLog {
    private static final Logger AUDIT = LoggerFactory.getLogger("serai.audit");

    private final ObjectMapper mapper = JsonMapper.builder().build();

    /**
     * One change.
     *
     * @param caller        whose key it was
     * @param remoteAddress where it came from
     * @param action        e.g. {@code breaker.force-open}
     * @param target        what was changed
     * @param before        how it stood
     * @param after         how it stands
     * @param reason        as the operator gave it, or null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Entry(
            String at,
            String requestId,
            String caller,
            String remoteAddress,
            String action,
            String target,
            Object before,
            Object after,
            String reason) {}

    /** What is done to what, and why. */
    record Deed(String action, String target, String reason) {}

    void write(Exchange exchange, Deed deed, Object before, Object after) {
        Call call = Call.of(exchange);
        Entry entry = new Entry(
                Instant.now().toString(),
                call.requestId(),
                call.caller().name(),
                Doors.inbound(exchange).remoteAddress(),
                deed.action(),
                deed.target(),
                before,
                after,
                deed.reason());
        try {
            AUDIT.info(mapper.writeValueAsString(entry));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an entry of the audit log could not be written", e);
        }
    }
}
