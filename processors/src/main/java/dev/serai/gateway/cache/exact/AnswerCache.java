/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.AnswerForm;
import dev.serai.gateway.cache.CacheControl;
import dev.serai.gateway.cache.RequestKey;
import dev.serai.gateway.cache.exact.CachedAnswer.Content;
import dev.serai.gateway.cache.exact.CachedAnswer.Streamed;
import dev.serai.gateway.cache.exact.CachedAnswer.Whole;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Given;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.output.WholeStream;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;

/**
 * The gateway route's step by the bean name {@code cached-answer}: a call that asks what was asked before, by the same
 * organisation and of the same version of the task, gets that answer as its body. Thread-safe, stateless.
 */
@Component("cached-answer")
public final class AnswerCache implements Processor {
    private final AnswerStore store;
    private final Selection selection;
    private final Ledger ledger;
    private final List<CacheListener> listeners;

    AnswerCache(AnswerStore store, Selection selection, Ledger ledger, List<CacheListener> listeners) {
        this.store = store;
        this.selection = selection;
        this.ledger = ledger;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        if (call.task().contract().cache().cacheTtl() == null || call.request().operation() == Operation.COUNT_TOKENS) {
            return;
        }
        CacheControl control = CacheControl.of(Doors.inbound(exchange).header().apply(Doors.CACHE_HEADER));
        RequestKey key = RequestKey.of(call);
        Optional<Hit> hit = control.look() ? find(call, key) : Optional.empty();
        if (hit.isPresent()) {
            CacheUse.hit(call, hit.get().original());
            Given.answer(exchange, hit.get().body());
        } else {
            CacheUse.none(call, control.look() ? CacheUse.Answer.MISS : CacheUse.Answer.BYPASS);
            if (control.keep()) {
                call.part(KeepAnswer.Wanted.class, () -> new KeepAnswer.Wanted(key));
            }
        }
        listeners.forEach(listener -> listener.looked(call, CacheUse.of(call).answer()));
    }

    private record Hit(CacheUse.Original original, Object body) {}

    private Optional<Hit> find(Call call, RequestKey key) {
        AnswerForm form = AnswerForm.of(call);
        return store.find(key, form)
                .filter(answer -> mayHave(call, answer))
                .flatMap(answer ->
                        answer.in(form, call.request().dialect()).map(content -> hit(answer, content)).stream())
                .findFirst();
    }

    /**
     * Whether the call could be answered by the deployment that has made the answer, as that is now: a kill switch, a region
     * that the caller must not use or a change of the deployment stand in the way as they would of the call itself. How
     * healthy it is does not matter.
     */
    private boolean mayHave(Call call, CachedAnswer answer) {
        String pin = call.pinnedDeployment();
        List<String> names = pin == null ? call.task().deployments() : List.of(pin);
        Deployment made = answer.deployment();
        return age(answer).compareTo(call.task().contract().cache().cacheTtl()) < 0
                && selection.find(call, made.name()).filter(made::equals).isPresent()
                && selection.mayServe(call, names, made.name())
                // it has to be written that the call cost nothing
                && !ledger.isFull();
    }

    private static Hit hit(CachedAnswer answer, Content content) {
        CacheUse.Original original = new CacheUse.Original(
                answer.requestId(),
                answer.deployment().name(),
                answer.content().model(),
                age(answer).toMillis());
        Object body =
                switch (content) {
                    case Whole whole -> whole.response();
                    case Streamed streamed -> WholeStream.of(streamed.events(), streamed.progress());
                };
        return new Hit(original, body);
    }

    private static Duration age(CachedAnswer answer) {
        return Duration.ofNanos(System.nanoTime() - answer.at());
    }
}
