/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;

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
        return inNamesOf(
                source, payload, mayLose, common -> target.writeRequest(read(source, payload, target), common));
    }

    /**
     * A request's conversation as a provider of the other dialect may see it.
     *
     * @throws LlmException invalid_request naming the field
     */
    public static Conversation read(DialectCodec source, JsonNode payload, DialectCodec target) throws LlmException {
        return Signatures.returned(source.readRequest(payload), source.dialect(), target);
    }

    /**
     * Gives a writer the common names of the fields that may be lost.
     *
     * @param payload what the caller wrote, which tells by which of its names a field goes
     * @param mayLose names of fields in the source dialect
     * @throws LlmException the writer's, its field as the source dialect names it
     */
    public static <T> T inNamesOf(DialectCodec source, JsonNode payload, Set<String> mayLose, Writing<T> writing)
            throws LlmException {
        Map<String, String> names = source.fieldNames();
        try {
            return writing.write(commonNames(mayLose, names));
        } catch (LlmException e) {
            String known = e.field() == null ? null : names.get(e.field());
            if (known == null || e.errorClass() != ErrorClass.UNSUPPORTED_FEATURE) {
                throw e;
            }
            String own = written(known.split("\\|"), payload);
            String reason = e.reason().startsWith(e.field() + ":")
                    ? own + e.reason().substring(e.field().length())
                    : e.reason();
            throw LlmException.unsupported(own, reason);
        }
    }

    private static String written(String[] names, JsonNode payload) {
        return Arrays.stream(names)
                .filter(name -> payload.findValue(name.substring(name.lastIndexOf('.') + 1)) != null)
                .findFirst()
                .orElse(names[0]);
    }

    /** Who may lose {@code text} may lose {@code text.format} too. */
    private static Set<String> commonNames(Set<String> mayLose, Map<String, String> names) {
        Set<String> all = new HashSet<>(mayLose);
        names.forEach((common, known) -> {
            Stream<String> own = Arrays.stream(known.split("\\|"));
            if (own.anyMatch(
                    name -> mayLose.stream().anyMatch(field -> name.equals(field) || name.startsWith(field + ".")))) {
                all.add(common);
            }
        });
        return all;
    }
}
