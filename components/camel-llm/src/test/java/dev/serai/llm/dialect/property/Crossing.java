/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.LinkedHashSet;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.RequestTranslator;

/**
 * A request in another dialect.
 *
 * @param lost names of fields that had to be given up for it, as the one who translated knows them
 */
record Crossing(ObjectNode written, Set<String> lost) {
    private interface Translator {
        ObjectNode translate(Set<String> mayLose) throws LlmException;
    }

    /** By the names of the neutral form. */
    static Crossing neutral(DialectCodec source, JsonNode payload, DialectCodec target) throws LlmException {
        return of(mayLose -> target.writeRequest(RequestTranslator.read(source, payload, target), mayLose));
    }

    /** By the caller's names. */
    static Crossing called(DialectCodec source, JsonNode payload, DialectCodec target) throws LlmException {
        return of(mayLose -> RequestTranslator.translate(source, payload, target, mayLose));
    }

    /** Gives up one field after the other until nothing is refused any more. */
    private static Crossing of(Translator translator) throws LlmException {
        Set<String> lost = new LinkedHashSet<>();
        while (true) {
            try {
                return new Crossing(translator.translate(lost), lost);
            } catch (LlmException e) {
                if (e.errorClass() != ErrorClass.UNSUPPORTED_FEATURE) {
                    throw new AssertionError(e.reason(), e);
                }
                if (!lost.add(e.field())) {
                    throw new AssertionError(e.field() + " is refused although it may be lost", e);
                }
            }
        }
    }
}
