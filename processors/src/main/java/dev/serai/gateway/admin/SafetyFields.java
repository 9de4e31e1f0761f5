/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.springframework.stereotype.Component;

import dev.serai.gateway.version.RollbackRule;
import dev.serai.gateway.version.Safety;
import dev.serai.gateway.version.VersionSettings;
import dev.serai.llm.LlmException;

/** How an operator says when a version is taken back by itself; what is not said is as it is configured. */
@Component
final class SafetyFields {
    private static final String ERROR_MARGIN = "errorMargin";
    private static final String INVALID_MARGIN = "invalidMargin";
    private static final String MINIMUM_CALLS = "minimumCalls";
    private static final String WATCH = "watch";
    private static final String WINDOW = "window";
    private static final String AT = "rollBackAt";
    private static final String AFTER = "rollBackAfter";

    private final VersionSettings settings;

    SafetyFields(VersionSettings settings) {
        this.settings = settings;
    }

    /** The fields of a change that has also those. */
    static Set<String> with(String... fields) {
        Set<String> all = new HashSet<>(List.of(fields));
        all.addAll(
                List.of(ERROR_MARGIN, INVALID_MARGIN, MINIMUM_CALLS, WATCH, AT, AFTER, "revision", AdminDoor.REASON));
        return all;
    }

    Safety read(AdminBody body) throws LlmException {
        Safety configured = settings.safety();
        Duration window = body.duration(WINDOW);
        return new Safety(rule(body, configured.rule()), window == null ? configured.window() : window, revertAt(body));
    }

    private RollbackRule rule(AdminBody body, RollbackRule configured) throws LlmException {
        Double errors = body.number(ERROR_MARGIN);
        Double invalid = body.number(INVALID_MARGIN);
        Integer calls = body.integer(MINIMUM_CALLS);
        if (body.isFalse(WATCH)) {
            return null;
        }
        if (errors == null && invalid == null && calls == null) {
            return configured;
        }
        try {
            return new RollbackRule(
                    errors == null ? settings.errorMargin() : errors,
                    invalid == null ? settings.invalidMargin() : invalid,
                    calls == null ? settings.minimumCalls() : calls);
        } catch (IllegalArgumentException e) {
            throw LlmException.invalid(null, "This cannot be watched for: " + e.getMessage() + ".");
        }
    }

    private static Instant revertAt(AdminBody body) throws LlmException {
        Instant at = body.time(AT);
        Duration after = body.duration(AFTER);
        if (at != null && after != null) {
            throw LlmException.invalid(AFTER, "Say either 'rollBackAt' or 'rollBackAfter'.");
        }
        if (at != null && !at.isAfter(Instant.now())) {
            throw LlmException.invalid(AT, "'rollBackAt' is over already.");
        }
        return after == null ? at : Instant.now().plus(after);
    }
}
