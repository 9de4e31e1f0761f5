/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells the operator of a start that failed on files what to mend, instead of a stack trace. */
final class ConfigFailureAnalyzer extends AbstractFailureAnalyzer<ConfigException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ConfigException cause) {
        List<ConfigException> all = Stream.concat(Stream.of(cause), Arrays.stream(cause.getSuppressed()))
                .filter(ConfigException.class::isInstance)
                .map(ConfigException.class::cast)
                .toList();
        if (all.size() == 1) {
            return new FailureAnalysis(cause.place() + ": " + cause.problem(), cause.fix(), cause);
        }
        return new FailureAnalysis(
                lines(all, problem -> problem.place() + ": " + problem.problem()),
                lines(all, ConfigException::fix),
                cause);
    }

    private static String lines(List<ConfigException> problems, Function<ConfigException, String> text) {
        return IntStream.range(0, problems.size())
                .mapToObj(index -> (index + 1) + ". " + text.apply(problems.get(index)))
                .collect(Collectors.joining("\n"));
    }
}
