/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.serai.gateway.config.Texts;
import dev.serai.llm.Operation;

/** The contract of a pinned call that names no task: the defaults, and no retry, since the caller wants that deployment. */
public final class PinContract {
    private static final Map<Operation, TaskVersion> VERSIONS =
            Map.of(Operation.CHAT, make(Operation.CHAT), Operation.EMBEDDINGS, make(Operation.EMBEDDINGS));

    private PinContract() {}

    /** For an operation that tasks can have. */
    public static TaskVersion version(Operation operation) {
        return VERSIONS.get(operation);
    }

    private static TaskVersion make(Operation operation) {
        Map<String, String> parameters = Map.of(
                "owner",
                "gateway",
                "operation",
                operation.code(),
                "maxAttempts",
                "1",
                "dataClass",
                "public",
                "deadline",
                "5m");
        return new TaskVersion(
                "pinned",
                new ContractReader(Texts.onDisk(Path.of("")), parameters).read(),
                "none",
                "none",
                List.of(),
                null);
    }
}
