/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.util.List;
import java.util.Optional;

import dev.serai.gateway.cache.AnswerForm;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;

/**
 * An answer as its provider gave it. Immutable.
 *
 * @param requestId  of the call that it was made for
 * @param deployment that made it, as it was then
 * @param form       in which it came
 * @param at         when it was kept, by the nanosecond clock
 */
record CachedAnswer(String requestId, Deployment deployment, AnswerForm form, Content content, long at) {
    /** In the dialect of the request. */
    sealed interface Content {
        /** As the provider calls it; may be null. */
        String model();

        /** That it takes of the memory, about. */
        int bytes();
    }

    record Whole(LlmResponse response) implements Content {
        @Override
        public String model() {
            return response.model();
        }

        @Override
        public int bytes() {
            return response.body().length;
        }
    }

    record Streamed(List<LlmEvent> events, LlmStream.Progress progress, int bytes) implements Content {
        Streamed {
            events = List.copyOf(events);
        }

        @Override
        public String model() {
            return progress.model();
        }

        /** Never the content. */
        @Override
        public String toString() {
            return "Streamed[" + bytes + " bytes]";
        }
    }

    /** Its content in a form; empty where it cannot be written in that one without a loss. */
    Optional<Content> in(AnswerForm wanted, Dialect dialect) {
        return wanted == form ? Optional.of(content) : Rerendering.of(content, wanted, dialect);
    }

    /** Never the content. */
    @Override
    public String toString() {
        return "CachedAnswer[" + requestId + ", " + content.bytes() + " bytes]";
    }
}
