/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Tells an operator when the database is away. */
final class AdminDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(AdminDatabase.class);

    private AdminDatabase() {}

    @FunctionalInterface
    interface Question<T> {
        T ask() throws LlmException;
    }

    static <T> T ask(Question<T> question) throws LlmException {
        try {
            return question.ask();
        } catch (NestedRuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("cause", e.getMostSpecificCause().getMessage())
                    .log("the database did not answer an operator");
            throw LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                    .code("database_unavailable")
                    .detail("the database is away")
                    .reason(
                            "The gateway's database is away: what serves goes on serving. A change that was just asked for "
                                    + "may stand all the same: look before doing it again.")
                    .cause(e)
                    .build();
        }
    }
}
