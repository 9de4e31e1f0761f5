/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.AnswerForm;
import dev.serai.gateway.cache.RequestKey;
import dev.serai.gateway.cache.exact.CacheListener.Keeping;
import dev.serai.gateway.cache.exact.CachedAnswer.Content;
import dev.serai.gateway.cache.exact.CachedAnswer.Streamed;
import dev.serai.gateway.cache.exact.CachedAnswer.Whole;
import dev.serai.gateway.deployment.Affordable;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Judgement;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;

/**
 * The gateway route's last step by the bean name {@code keep-answer}: the answer of a call that the cache had none for is kept,
 * a stream's once it has been read to its end. Thread-safe, stateless.
 */
@Component("keep-answer")
public final class KeepAnswer implements Processor {
    private final AnswerStore store;
    private final Selection selection;
    private final List<CacheListener> listeners;

    KeepAnswer(AnswerStore store, Selection selection, List<CacheListener> listeners) {
        this.store = store;
        this.selection = selection;
        this.listeners = List.copyOf(listeners);
    }

    /** That a call's answer is to be kept, and for whom: a part of the call. */
    record Wanted(RequestKey key) {}

    @Override
    public void process(Exchange exchange) {
        Call call = Call.of(exchange);
        Wanted wanted = call.part(Wanted.class);
        if (wanted == null) {
            return;
        }
        Object body = exchange.getMessage().getBody();
        if (body instanceof LlmResponse response) {
            tell(call, whole(call, wanted, response));
        } else if (body instanceof LlmStream stream) {
            exchange.getMessage()
                    .setBody(new RecordedStream(
                            stream, store.mostBytes(), read -> tell(call, streamed(call, wanted, read))));
        }
    }

    private Keeping whole(Call call, Wanted wanted, LlmResponse response) {
        if (response.body().length > store.mostBytes()) {
            return Keeping.TOO_LARGE;
        }
        boolean fit = Fitness.of(call.request().operation(), response);
        return fit ? keep(call, wanted, new Whole(response)) : Keeping.UNFIT;
    }

    private Keeping streamed(Call call, Wanted wanted, RecordedStream read) {
        if (read.isTooLarge()) {
            return Keeping.TOO_LARGE;
        }
        LlmStream.Progress progress = read.progress();
        boolean fit = Fitness.of(read.events(), progress, call.task().contract().outputSchema());
        return fit ? keep(call, wanted, new Streamed(read.events(), progress, read.bytes())) : Keeping.UNFIT;
    }

    private Keeping keep(Call call, Wanted wanted, Content content) {
        if (call.part(Affordable.class) != null) {
            return Keeping.DOWNGRADED;
        }
        if (Judgement.isDoubtful(call)) {
            return Keeping.UNFIT;
        }
        Attempt answering = call.attempts().answering();
        return selection
                .find(call, answering.deployment())
                .map(deployment -> {
                    store.keep(
                            wanted.key(),
                            new CachedAnswer(
                                    call.requestId(), deployment, AnswerForm.of(call), content, System.nanoTime()),
                            call.task().contract().cache().cacheTtl());
                    return Keeping.KEPT;
                })
                .orElse(Keeping.UNFIT);
    }

    private void tell(Call call, Keeping keeping) {
        listeners.forEach(listener -> listener.answered(call, keeping));
    }
}
