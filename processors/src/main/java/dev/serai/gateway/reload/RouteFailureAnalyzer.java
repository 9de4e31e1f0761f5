/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.camel.FailedToCreateRouteException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells the operator of a start that failed on a route that Camel could not build: file and line, and Camel's reason. */
final class RouteFailureAnalyzer extends AbstractFailureAnalyzer<FailedToCreateRouteException> {
    private static final Pattern STEP = Pattern.compile("at: >>> (.*?) <<<", Pattern.DOTALL);

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, FailedToCreateRouteException cause) {
        String place = cause.getLocation() == null ? "" : cause.getLocation().replaceFirst("^file:", "") + ": ";
        Matcher step = STEP.matcher(cause.getMessage());
        String where = step.find() ? ", step " + step.group(1) : "";
        return new FailureAnalysis(
                place + "the route '" + cause.getRouteId() + "'" + where + " cannot be built: " + Causes.deepest(cause),
                "correct the step: see https://camel.apache.org/components/4.14.x for endpoints and their options",
                cause);
    }
}
