/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.serai.gateway.cache.AnswerForm;
import dev.serai.gateway.cache.exact.CachedAnswer.Content;
import dev.serai.gateway.cache.exact.CachedAnswer.Streamed;
import dev.serai.gateway.cache.exact.CachedAnswer.Whole;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes an answer in another form than it came in: a stream of a whole one, and the other way round. Only text can be: of
 * anything else (reasoning, citations, log probabilities, several choices) nothing may get lost, so it stays as it is.
 */
final class Rerendering {
    private Rerendering() {}

    /** Empty where it cannot be done. */
    static Optional<Content> of(Content content, AnswerForm form, Dialect dialect) {
        DialectCodec codec = Codecs.of(dialect);
        return answer(content, codec)
                .map(answer -> form == AnswerForm.WHOLE
                        ? whole(answer, codec)
                        : streamed(answer, codec.streamWriter(form == AnswerForm.STREAM_WITH_USAGE)));
    }

    private static Optional<Answer> answer(Content content, DialectCodec codec) {
        return switch (content) {
            case Whole whole -> read(whole.response(), codec);
            case Streamed streamed -> joined(streamed);
        };
    }

    private static Optional<Answer> read(LlmResponse response, DialectCodec codec) {
        try {
            Answer answer = codec.readAnswer(Json.parseAnswer(response.body()), null);
            boolean plain = answer.choices().size() == 1
                    && answer.choices().get(0).parts().stream()
                            .allMatch(part -> part instanceof Part.Text text
                                    && text.cacheMark() == null
                                    && text.tokens().isEmpty());
            return plain ? Optional.of(answer) : Optional.empty();
        } catch (LlmException e) { // embeddings are no chat
            return Optional.empty();
        }
    }

    private static Optional<Answer> joined(Streamed streamed) {
        StringBuilder text = new StringBuilder();
        StopReason stop = null;
        String stopSequence = null;
        for (LlmEvent event : streamed.events()) {
            for (StreamPart part : event.parts()) {
                if (part instanceof StreamPart.Text piece
                        && piece.choice() == 0
                        && piece.tokens().isEmpty()) {
                    text.append(piece.text());
                } else if (part instanceof StreamPart.Finish finish && finish.choice() == 0) {
                    stop = finish.reason();
                    stopSequence = finish.stopSequence();
                } else if (!isFrame(part)) {
                    return Optional.empty();
                }
            }
        }
        LlmStream.Progress known = streamed.progress();
        Answer.Choice choice = new Answer.Choice(List.of(new Part.Text(text.toString(), null)), stop, stopSequence);
        return Optional.of(
                new Answer(known.responseId(), known.model(), List.of(choice), known.usage(), known.advice()));
    }

    private static boolean isFrame(StreamPart part) {
        return part instanceof StreamPart.Start
                || part instanceof StreamPart.BlockEnd
                || part instanceof StreamPart.UsageReport
                || part instanceof StreamPart.End;
    }

    private static Content whole(Answer answer, DialectCodec codec) {
        return new Whole(new LlmResponse(
                codec.dialect(),
                Json.bytes(codec.writeAnswer(answer)),
                answer.model(),
                answer.id(),
                answer.choices().get(0).stopReason(),
                answer.usage(),
                answer.advice()));
    }

    private static Content streamed(Answer answer, StreamWriter writer) {
        Answer.Choice choice = answer.choices().get(0);
        String text = answer.text();
        List<StreamPart> parts = new ArrayList<>();
        parts.add(new StreamPart.Start(answer.id(), answer.model()));
        parts.add(new StreamPart.Text(0, text));
        parts.add(new StreamPart.Finish(0, choice.stopReason(), choice.stopSequence()));
        if (answer.usage() != null) {
            parts.add(new StreamPart.UsageReport(answer.usage()));
        }
        parts.add(new StreamPart.End());
        List<LlmEvent> events = parts.stream()
                .map(part -> new LlmEvent(writer.write(part), List.of(part)))
                .toList();
        LlmStream.Progress progress = new LlmStream.Progress(
                answer.model(), answer.id(), choice.stopReason(), answer.usage(), text.length(), 0, answer.advice());
        return new Streamed(events, progress, text.length());
    }
}
