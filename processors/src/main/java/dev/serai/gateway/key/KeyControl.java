/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.Secret;
import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.identity.CallerDirectory;
import dev.serai.gateway.identity.NewKey;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * Makes, replaces and revokes keys, for the whole fleet. A caller has two valid keys at most, as in {@code callers.yaml}.
 * Each change is one transaction, and of all instances one makes a change at a time; it holds here when it returns.
 * Thread-safe. Every method throws {@code provider_unavailable} where the database cannot be reached: the change may stand
 * then, if it broke while it committed.
 */
@Component
public final class KeyControl {
    public static final Duration DEFAULT_GRACE = Duration.ofHours(24);

    private static final int MOST_VALID = 2;

    private final Transactions transactions;
    private final KeyTable table;
    private final KeyIndex index;
    private final Clock clock;
    private final List<LongConsumer> listeners = new CopyOnWriteArrayList<>();

    @Autowired
    KeyControl(Transactions transactions, KeyTable table, KeyIndex index) {
        this(transactions, table, index, Clock.systemUTC());
    }

    KeyControl(Transactions transactions, KeyTable table, KeyIndex index, Clock clock) {
        this.transactions = transactions;
        this.table = table;
        this.index = index;
        this.clock = clock;
    }

    /**
     * What every change needs.
     *
     * @param callers those in force, with the keys of the file
     * @param caller  whose keys are changed; it is among them
     * @param by      the caller who does it
     * @param why     null where nobody said
     */
    public record Order(CallerDirectory callers, String caller, String by, String why) {}

    /**
     * A key that was made.
     *
     * @param key to be shown once
     */
    public record Made(Secret key, CallerKey known) {}

    /**
     * A key that was replaced.
     *
     * @param before the other one, as it was
     * @param ending the other one, as it is
     */
    public record Rotated(Made made, CallerKey before, CallerKey ending) {}

    /** A key that was revoked; both are the same where it was revoked already. */
    public record Revoked(CallerKey before, CallerKey after) {}

    /** What a change comes to, and the keys that are not as before. */
    private record Result<T>(T value, List<CallerKey> changed) {}

    @FunctionalInterface
    private interface Plan<T> {
        Result<T> from(List<CallerKey> keys, Instant now) throws LlmException;
    }

    /** Hears of the number of each change that this instance has made, after its commit, on the thread that made it. */
    public void onChange(LongConsumer listener) {
        listeners.add(listener);
    }

    /**
     * Makes a key.
     *
     * @param expires null: never
     * @throws LlmException {@code conflict} where the caller has two valid ones
     */
    public Made create(Order order, Instant expires) throws LlmException {
        return apply(order, (keys, now) -> {
            List<CallerKey> valid = valid(keys, now);
            if (valid.size() >= MOST_VALID) {
                throw twoAlready(order, valid);
            }
            Made made = make(order, expires, now);
            return new Result<>(made, List.of(made.known()));
        });
    }

    /**
     * Makes a key that replaces the valid one, which ends by itself after the grace.
     *
     * @throws LlmException {@code conflict} where there is none, or there are two: then somebody is replacing one already
     */
    public Rotated rotate(Order order, Instant expires, Duration grace) throws LlmException {
        return apply(order, (keys, now) -> {
            List<CallerKey> valid = valid(keys, now);
            if (valid.size() >= MOST_VALID) {
                throw twoAlready(order, valid);
            }
            if (valid.isEmpty()) {
                throw conflict("The caller '" + order.caller() + "' has no valid key to replace: create one.");
            }
            CallerKey before = valid.get(0);
            CallerKey ending = before.ending(now.plus(grace), order.why());
            Made made = make(order, expires, now);
            return new Result<>(new Rotated(made, before, ending), List.of(ending, made.known()));
        });
    }

    /** Ends a key at once, also one of the file. */
    public Revoked revoke(Order order, String id) throws LlmException {
        return apply(order, (keys, now) -> {
            CallerKey before =
                    keys.stream().filter(key -> key.id().equals(id)).findFirst().orElseThrow(() -> unknown(order, id));
            if (before.revoked() != null) {
                return new Result<>(new Revoked(before, before), List.of());
            }
            CallerKey after = before.revoked(now, order.by(), order.why());
            return new Result<>(new Revoked(before, after), List.of(after));
        });
    }

    private static List<CallerKey> valid(List<CallerKey> keys, Instant now) {
        return keys.stream().filter(key -> key.isValid(now)).toList();
    }

    private static Made make(Order order, Instant expires, Instant now) {
        NewKey key = NewKey.random();
        return new Made(
                key.key(),
                new CallerKey(
                        key.hash(),
                        order.caller(),
                        false,
                        key.hint(),
                        now,
                        order.by(),
                        expires,
                        null,
                        null,
                        order.why()));
    }

    private <T> T apply(Order order, Plan<T> plan) throws LlmException {
        long[] revision = new long[1];
        Result<T> result;
        try {
            result = transactions.run(() -> {
                revision[0] = table.nextRevision();
                Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                List<CallerKey> keys = KeyIndex.of(order.callers(), order.caller(), KeyIndex.byHash(table.all()));
                Result<T> planned = plan.from(keys, now);
                planned.changed().forEach(table::save);
                return planned;
            });
        } catch (NestedRuntimeException e) {
            throw away(e);
        }
        index.apply(revision[0], result.changed());
        listeners.forEach(listener -> listener.accept(revision[0]));
        return result.value();
    }

    private static LlmException twoAlready(Order order, List<CallerKey> valid) {
        String ids = valid.stream()
                .map(key -> key.id() + (key.expires() == null ? "" : ", until " + key.expires()))
                .collect(Collectors.joining("; "));
        return conflict("The caller '" + order.caller() + "' has two valid keys (" + ids
                + "): wait until one ends, or revoke the one that is not needed.");
    }

    private static LlmException conflict(String reason) {
        return LlmException.of(ErrorClass.CONFLICT)
                .code("key_conflict")
                .detail("the caller's keys are not as the change needs them")
                .reason(reason)
                .build();
    }

    private static LlmException unknown(Order order, String id) {
        return LlmException.of(ErrorClass.NOT_FOUND)
                .code("unknown_key")
                .detail("no such key")
                .reason("The caller '" + order.caller() + "' has no key '" + id
                        + "': list them to see what they are called.")
                .build();
    }

    private static LlmException away(NestedRuntimeException cause) {
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .code("database_unavailable")
                .detail("the database is away")
                .reason(
                        "Keys cannot be changed while the database is away. When it is back, list them before you try again."
                                + " A kill switch stops a caller without the database.")
                .cause(cause)
                .build();
    }
}
