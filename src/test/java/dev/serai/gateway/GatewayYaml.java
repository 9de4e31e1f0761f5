/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import dev.serai.gateway.deployment.Capabilities;

/** The configuration that tests write. */
public final class GatewayYaml {
    private GatewayYaml() {}

    /** The repository's deployments without provider keys: the beginning of a file that more are appended to. */
    static String simDeployments() {
        try {
            return GatewayHome.withoutProviderKeys(GatewayHome.repository()) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With every capability of a chat and no cost, unless a line has others. */
    static String deployment(String name, String uri, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        if (all.stream().noneMatch(line -> line.startsWith("capabilities:"))) {
            List<String> chat = new ArrayList<>(Capabilities.KNOWN);
            chat.remove(Capabilities.EMBEDDINGS);
            all.add("capabilities: " + chat);
        }
        if (all.stream().noneMatch(line -> line.startsWith("price:"))) {
            all.add("price: sim");
        }
        return """
                  %s:
                    uri: %s
                    region: eu
                    retention: none
                    contextWindow: 128000
                    maxOutputTokens: 16384
                %s
                """.formatted(name, uri, String.join("\n", all).indent(4));
    }

    /** The beginning of a file of callers: the one of the first run, with those permissions. */
    public static String callers(String permissions) {
        return "callers:\n"
                + caller(
                        "first-run",
                        null,
                        "keyFile: data/first-run-key",
                        "organisation: local",
                        "team: local",
                        "permissions: [" + permissions + "]");
    }

    /** Of the team web of acme, for all tasks and data that is not confidential, unless a line has others. */
    public static String caller(String name, String key, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        if (key != null) {
            all.add("keyHash: " + DoorGateway.hash(key));
        }
        for (String usual :
                List.of("organisation: acme", "team: web", "feature: chat", "dataClasses: [public, internal]")) {
            String field = usual.substring(0, usual.indexOf(' '));
            if (all.stream().noneMatch(line -> line.startsWith(field))) {
                all.add(usual);
            }
        }
        return "  " + name + ":\n" + String.join("\n", all).indent(4);
    }

    static String task(String name, String deployments, String... parameters) {
        return """
                - route:
                    id: %1$s
                    from:
                      uri: task:%1$s
                      parameters:
                        owner: tests
                %3$s
                      steps:
                        - to:
                            uri: kamelet:fallback
                            parameters:
                              deployments: %2$s
                """.formatted(
                        name,
                        deployments,
                        String.join("\n", List.of(parameters)).indent(8).stripTrailing());
    }
}
