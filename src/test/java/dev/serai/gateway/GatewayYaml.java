/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import dev.serai.gateway.deployment.Capabilities;

/** The configuration that tests write. */
final class GatewayYaml {
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
