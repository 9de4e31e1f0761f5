/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells the operator of a start that failed on a file what to mend, instead of a stack trace. */
final class ConfigFailureAnalyzer extends AbstractFailureAnalyzer<ConfigException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ConfigException cause) {
        String place = cause.line() > 0 ? cause.file() + ":" + cause.line() : cause.file().toString();
        return new FailureAnalysis(place + ": " + cause.problem(), cause.fix(), cause);
    }
}
