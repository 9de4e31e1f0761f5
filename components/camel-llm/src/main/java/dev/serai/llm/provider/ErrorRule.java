/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.serai.llm.ErrorClass;

/**
 * One line of a provider's error table: what an error looks like, and which class it then is. A table is read from its
 * first line on. Immutable.
 */
public final class ErrorRule {
    private final Predicate<ErrorFacts> when;
    private final ErrorClass errorClass;
    private final boolean retryable;
    private final String detail;

    private ErrorRule(Predicate<ErrorFacts> when, ErrorClass errorClass, boolean retryable, String detail) {
        this.when = when;
        this.errorClass = errorClass;
        this.retryable = retryable;
        this.detail = detail;
    }

    /** An error with one of these statuses, be it the answer's or the number that an in-band error gives. */
    public static When on(int... statuses) {
        Set<Integer> known = Arrays.stream(statuses).boxed().collect(Collectors.toUnmodifiableSet());
        return new When(facts -> known.contains(facts.status()));
    }

    public static When between(int first, int last) {
        return new When(facts -> facts.status() >= first && facts.status() <= last);
    }

    public static When always() {
        return new When(facts -> true);
    }

    /** An error inside a 200 answer. */
    public static When inBand() {
        return new When(ErrorFacts::inBand);
    }

    /** The same request cannot succeed on a second try. */
    public ErrorRule hopeless() {
        return new ErrorRule(when, errorClass, false, detail);
    }

    /** Constant words for the log. */
    public ErrorRule because(String words) {
        return new ErrorRule(when, errorClass, retryable, words);
    }

    boolean matches(ErrorFacts facts) {
        return when.test(facts);
    }

    ErrorClass errorClass() {
        return errorClass;
    }

    boolean retryable() {
        return retryable;
    }

    String detail() {
        return detail;
    }

    /** What an error has to look like; every condition named must hold. Used once, while a table is built. */
    public static final class When {
        private Predicate<ErrorFacts> test;
        private boolean typed;

        private When(Predicate<ErrorFacts> test) {
            this.test = test;
        }

        /** One of its typed fields is one of these words. */
        public When label(String... words) {
            Set<String> labels = Arrays.stream(words).map(ErrorFacts::label).collect(Collectors.toUnmodifiableSet());
            typed = true;
            test = test.and(facts -> facts.labels().stream().anyMatch(labels::contains));
            return this;
        }

        /** Its text has one of these fragments. Believed only where the typed fields are named too, or say nothing. */
        public When says(String... fragments) {
            return text(List.of(fragments), String::contains);
        }

        /** Its text starts so; safer than {@link #says}, since providers quote the caller's input further on. */
        public When starts(String... beginnings) {
            return text(List.of(beginnings), String::startsWith);
        }

        public ErrorRule is(ErrorClass errorClass) {
            return new ErrorRule(test, errorClass, true, null);
        }

        private When text(List<String> words, BiPredicate<String, String> match) {
            boolean believe = typed;
            test = test.and(facts -> (believe || facts.isVague()) && facts.message() != null)
                    .and(facts -> {
                        String text = facts.message().toLowerCase(Locale.ROOT);
                        return words.stream().anyMatch(word -> match.test(text, word));
                    });
            return this;
        }
    }
}
