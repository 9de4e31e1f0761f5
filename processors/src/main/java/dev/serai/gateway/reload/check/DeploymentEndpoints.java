/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import org.apache.camel.CamelContext;
import org.apache.camel.ResolveEndpointFailedException;
import org.apache.camel.support.service.ServiceHelper;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Located;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.DeploymentUri;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.llm.LlmComponent;
import dev.serai.llm.LlmEndpoint;
import dev.serai.llm.LlmEndpointUriFactory;

/** Every deployment's {@code llm:} endpoint can be made: its provider is known, and so are its options. */
final class DeploymentEndpoints {
    private static final Set<String> OPTIONS = options();

    private DeploymentEndpoints() {}

    /**
     * Makes each endpoint once, in a component of its own, and throws all of it away.
     *
     * @param camel converts and resolves values; need not be started, and is not changed
     */
    static void check(CamelContext camel, Deployments deployments, Path home, Problems problems) {
        LlmComponent scratch = new LlmComponent();
        scratch.setCamelContext(camel);
        ServiceHelper.initService(scratch);
        try {
            deployments
                    .all()
                    .forEach(deployment ->
                            check(scratch, deployments.located(deployment.name()), deployment, home, problems));
        } finally {
            ServiceHelper.stopAndShutdownService(scratch);
        }
    }

    private static void check(
            LlmComponent scratch, Located<Deployment> entry, Deployment deployment, Path home, Problems problems) {
        try {
            LlmEndpoint endpoint = (LlmEndpoint) scratch.createEndpoint(DeploymentUri.withoutCredential(deployment));
            if (deployment.credential() != null) {
                endpoint.getConfiguration()
                        .setCredential(deployment.credential().open(home));
            }
            endpoint.validate();
        } catch (InvalidValueException e) {
            problems.add(entry.error("credential", e.getMessage(), e.fix()));
        } catch (Exception e) { // whatever Camel makes of an option
            problems.add(entry.error("uri", "uri cannot be used: " + Causes.deepest(e), fix(e)));
        }
    }

    private static String fix(Exception failure) {
        String unknown = failure instanceof ResolveEndpointFailedException ? Causes.unknownParameter(failure) : null;
        return unknown == null ? "correct the URI" : Spelling.fix(unknown, "options", OPTIONS);
    }

    /** What an entry may write behind the question mark: all but the path and what the entry says elsewhere. */
    private static Set<String> options() {
        Set<String> options = new TreeSet<>(new LlmEndpointUriFactory().propertyNames());
        options.removeAll(Set.of(
                "provider", "model", "operation", "apiKey", "credential", "pool", "connections", "lazyStartProducer"));
        options.removeIf(option -> option.endsWith("Timeout"));
        return options;
    }
}
