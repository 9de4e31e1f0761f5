/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Takes a request from one dialect to another, and speaks of its fields by the names that they have in the first. */
public final class RequestTranslator {
    /** Writes something of a request, knowing its fields by their common names. */
    public interface Writing<T> {
        T write(Set<String> mayLose) throws LlmException;
    }

    private RequestTranslator() {}

    /**
     * @param mayLose names of fields in the source dialect
     * @throws LlmException unsupported_feature naming the field, as the source dialect does
     */
    public static ObjectNode translate(DialectCodec source, JsonNode payload, DialectCodec target, Set<String> mayLose)
            throws LlmException {
        return inNamesOf(source, mayLose, common -> target.writeRequest(source.readRequest(payload), common));
    }

    /**
     * Gives a writer the common names of the fields that may be lost.
     *
     * @param mayLose names of fields in the source dialect
     * @throws LlmException the writer's, its field as the source dialect names it
     */
    public static <T> T inNamesOf(DialectCodec source, Set<String> mayLose, Writing<T> writing) throws LlmException {
        Map<String, String> names = source.fieldNames();
        try {
            return writing.write(commonNames(mayLose, names));
        } catch (LlmException e) {
            String own = e.field() == null ? null : names.get(e.field());
            if (own == null || e.errorClass() != ErrorClass.UNSUPPORTED_FEATURE) {
                throw e;
            }
            String reason = e.reason().startsWith(e.field() + ":")
                    ? own + e.reason().substring(e.field().length())
                    : e.reason();
            throw LlmException.unsupported(own, reason);
        }
    }

    /** Who may lose {@code text} may lose {@code text.format} too. */
    private static Set<String> commonNames(Set<String> mayLose, Map<String, String> names) {
        Set<String> all = new HashSet<>(mayLose);
        names.forEach((common, own) -> {
            if (mayLose.stream().anyMatch(field -> own.equals(field) || own.startsWith(field + "."))) {
                all.add(common);
            }
        });
        return all;
    }
}
