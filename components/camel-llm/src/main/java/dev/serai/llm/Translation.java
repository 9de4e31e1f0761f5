/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.ForeignReasoning;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.dialect.RequestTranslator;
import dev.serai.llm.dialect.Signatures;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.LlmProvider;

/**
 * How one request meets one provider: untouched where both speak the same dialect, through the neutral conversation
 * where they do not. Immutable.
 *
 * @param source       the caller's dialect
 * @param target       the provider's dialect
 * @param payload      what is sent
 * @param includeUsage whether the caller wants usage in a stream
 * @param model        what is called: several providers do not repeat it in their answers
 */
record Translation(DialectCodec source, DialectCodec target, byte[] payload, boolean includeUsage, String model) {

    /** @throws LlmException unsupported_feature naming the field that the provider's dialect cannot express */
    static Translation of(LlmRequest request, CallSettings settings) throws LlmException {
        DialectCodec source = Codecs.of(request.dialect());
        DialectCodec target = Codecs.of(settings.provider().dialect());
        JsonNode tree = Json.parseRequest(request.payload());
        RequestSummary summary = source.summarize(tree);
        LlmRequest.Limits limits = request.limits();
        NativeEdits edits = new NativeEdits(
                settings.model(),
                limits.maxOutputTokens(),
                settings.provider().maxTokensField(),
                limits.temperature(),
                limits.reasoningEffort(),
                request.stream());
        byte[] payload = request.payload();
        if (source != target) {
            ObjectNode written = RequestTranslator.translate(source, tree, target, request.mayLose());
            renameMaxTokens(written, settings.provider().maxTokensField());
            if (request.stream() && target.streamInPayload()) {
                written.put("stream", true);
            }
            payload = Json.bytes(written);
        } else {
            payload = ForeignReasoning.remove(payload, tree);
        }
        LlmProvider provider = settings.provider();
        byte[] edited = target.edit(payload, edits);
        byte[] adapted = RequestTranslator.inNamesOf(
                source, tree, request.mayLose(), names -> provider.adapt(edited, new Losses(names, provider.name())));
        return new Translation(source, target, adapted, summary.includeUsage(), settings.model());
    }

    /** Providers of one dialect disagree on the name of this one field. */
    private static void renameMaxTokens(ObjectNode written, String field) {
        JsonNode value = written.remove("max_completion_tokens");
        if (value != null) {
            written.set(field, value);
        }
    }

    LlmResponse response(byte[] body, Answer read) {
        Answer answer = read.model() == null ? read.withModel(model) : read;
        byte[] bytes = source == target ? body : Json.bytes(source.writeAnswer(carried(answer)));
        StopReason reason = answer.choices().isEmpty()
                ? StopReason.OTHER
                : answer.choices().get(0).stopReason();
        return new LlmResponse(
                source.dialect(), bytes, answer.model(), answer.id(), reason, answer.usage(), answer.advice());
    }

    StreamOutput output(StreamReader reader) {
        if (source != target) {
            return StreamOutput.translated(source.streamWriter(includeUsage), this::named);
        }
        return includeUsage ? StreamOutput.verbatim() : StreamOutput.withoutUsage(reader);
    }

    private Answer carried(Answer answer) {
        return Signatures.carried(answer, target.dialect(), source.dialect());
    }

    private StreamPart named(StreamPart part) {
        return part instanceof StreamPart.Start start && start.model() == null
                ? new StreamPart.Start(start.id(), model)
                : Signatures.carried(part, target.dialect(), source.dialect());
    }
}
