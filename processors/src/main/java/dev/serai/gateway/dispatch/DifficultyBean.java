/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Optional;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.TokenEstimate;

/**
 * What the pattern {@code by-difficulty} calls: whether a request looks hard. It is where its prompt is long, or where it uses
 * one of the features that small models are bad at. Thread-safe, stateless.
 */
@Component("difficulty")
public final class DifficultyBean {
    /** {@code easy} or {@code hard}. */
    public static final String DIFFICULTY = "SeraiDifficulty";

    /**
     * Judges the call's request.
     *
     * @param longFrom     a prompt of so many tokens is hard; estimated at 5 characters a token
     * @param hardFeatures words of {@link dev.serai.gateway.deployment.Capabilities}, with commas between
     */
    public void judge(Exchange exchange, long longFrom, String hardFeatures) {
        Call call = Call.of(exchange);
        Optional<String> hard = TokenEstimate.ofChars(call.summary().promptChars()) >= longFrom
                ? Optional.of("long prompt")
                : AttemptsBean.names(hardFeatures).stream()
                        .filter(feature -> uses(call, feature))
                        .findFirst();
        call.because(hard.map(what -> "hard: " + what).orElse("easy"));
        exchange.setProperty(DIFFICULTY, hard.isPresent() ? "hard" : "easy");
    }

    private static boolean uses(Call call, String feature) {
        return call.summary().features().contains(feature)
                || feature.equals("json_schema") && call.task().contract().outputSchema() != null;
    }
}
