/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;

import dev.serai.gateway.cache.AnswerForm;
import dev.serai.gateway.cache.RequestKey;

/** The answers that this instance keeps, in memory alone and within bounds: who was not asked for goes first. Thread-safe. */
@Component
public final class AnswerStore {
    private final LongAdder crowdedOut = new LongAdder();
    private final Cache<Slot, Kept> answers;
    private final CacheSettings settings;

    private record Slot(RequestKey key, AnswerForm form) {}

    private record Kept(CachedAnswer answer, Duration ttl) {}

    AnswerStore(CacheSettings settings) {
        this.settings = settings;
        this.answers = Caffeine.newBuilder()
                .maximumWeight(settings.maxSize().toBytes())
                .weigher((Slot slot, Kept kept) ->
                        settings.weight(kept.answer().content().bytes()))
                .evictionListener((Slot slot, Kept kept, RemovalCause cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        crowdedOut.increment();
                    }
                })
                .expireAfter(Expiry.creating((Slot slot, Kept kept) -> kept.ttl()))
                .build();
    }

    /** What is kept for calls alike, that form first and then those that it could be written of. */
    Stream<CachedAnswer> find(RequestKey key, AnswerForm form) {
        Stream<AnswerForm> others = Arrays.stream(AnswerForm.values()).filter(other -> other != form);
        return Stream.concat(Stream.of(form), others)
                .map(each -> answers.getIfPresent(new Slot(key, each)))
                .filter(Objects::nonNull)
                .map(Kept::answer);
    }

    /** In place of an older one. */
    void keep(RequestKey key, CachedAnswer answer, Duration ttl) {
        answers.put(new Slot(key, answer.form()), new Kept(answer, ttl));
    }

    /** The most bytes that an answer may have. */
    int mostBytes() {
        return (int) settings.maxAnswerSize().toBytes();
    }

    /** How many had to go before their time, because others needed their room. */
    public long crowdedOut() {
        return crowdedOut.sum();
    }

    /** How many answers there are, about. */
    public long count() {
        return answers.estimatedSize();
    }

    /** What they take of {@code serai.cache.max-size}, in bytes. */
    public long bytes() {
        return answers.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }
}
