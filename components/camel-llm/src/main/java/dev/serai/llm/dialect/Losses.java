/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;

/**
 * What a translation may drop: a field that the target cannot express is refused by its name in the source dialect,
 * unless the task agreed to lose it. Who may lose {@code thinking} may lose {@code thinking.display} too.
 * Writers say the common names ({@link DialectCodec#fieldNames}); {@link RequestTranslator} knows the caller's.
 *
 * @param mayLose common names of fields
 * @param target  the target dialect, as a reader knows it
 */
public record Losses(Set<String> mayLose, String target) {
    /**
     * Returns where the field may be dropped.
     *
     * @throws LlmException unsupported_feature naming the field
     */
    public void drop(String field, String reason) throws LlmException {
        for (String name = field; !mayLose.contains(name); name = name.substring(0, name.lastIndexOf('.'))) {
            if (name.lastIndexOf('.') < 0) {
                throw LlmException.unsupported(field, field + ": " + reason);
            }
        }
    }

    /** {@link #drop(String, String)} for a field that the target knows nothing like. */
    public void drop(String field) throws LlmException {
        drop(field, target + " has no equivalent; remove the field, or let the task agree to lose it");
    }

    /** For a target that knows an effort only as a way to reason. */
    public void dropIdleEffort(ReasoningRequest reasoning) throws LlmException {
        if (Boolean.FALSE.equals(reasoning.enabled()) && reasoning.effort() != null) {
            drop("reasoning_effort", "the target has no effort where it does not reason");
        }
    }

    /** {@link #drop(String)} for each field. */
    public void dropAll(Map<String, JsonNode> fields) throws LlmException {
        dropOthers(fields);
    }

    /** {@link #drop(String)} for each field but those that the target knows. */
    public void dropOthers(Map<String, ?> fields, String... known) throws LlmException {
        for (String field : fields.keySet()) {
            if (!List.of(known).contains(field)) {
                drop(field);
            }
        }
    }
}
