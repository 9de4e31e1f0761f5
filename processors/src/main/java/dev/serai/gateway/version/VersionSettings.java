/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The properties below {@code serai.routes.versions} and {@code serai.routes.rollback}; docs/configuration.md tells what they mean. */
@Component
public record VersionSettings(
        @Value("${serai.routes.versions.keep-used}") int keepUsed,
        @Value("${serai.routes.versions.keep-unused}") int keepUnused,
        @Value("${serai.routes.rollback.enabled}") boolean rollback,
        @Value("${serai.routes.rollback.error-margin}") double errorMargin,
        @Value("${serai.routes.rollback.invalid-margin}") double invalidMargin,
        @Value("${serai.routes.rollback.minimum-calls}") int minimumCalls,
        @Value("${serai.routes.rollback.window}") Duration window) {

    public VersionSettings {
        if (keepUsed < 2 || keepUnused < 1) {
            throw new IllegalArgumentException(
                    "serai.routes.versions.keep-used has to be 2 or more, keep-unused 1 or more: "
                            + "a version to roll back to, and the one that was just made");
        }
        new RollbackRule(errorMargin, invalidMargin, minimumCalls);
    }

    /** What holds where a change says nothing of it. */
    public Safety safety() {
        return new Safety(rollback ? new RollbackRule(errorMargin, invalidMargin, minimumCalls) : null, window, null);
    }
}
