/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.nio.file.Path;
import java.util.Map;

/** The contract of a pinned call that names no task: the defaults, and no retry, since the caller wants that deployment. */
public final class PinContract {
    private static final TaskVersion VERSION = new TaskVersion(
            "pinned",
            new ContractReader(
                            Path.of(""),
                            Map.of("owner", "gateway", "maxAttempts", "1", "dataClass", "public", "deadline", "5m"))
                    .read(),
            "none",
            "none",
            null);

    private PinContract() {}

    public static TaskVersion version() {
        return VERSION;
    }
}
