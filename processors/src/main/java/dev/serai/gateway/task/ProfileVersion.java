/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The hash of all that changes a task's output: prompt, schema, parameters, and the route with its order of deployments. */
final class ProfileVersion {
    private static final int LENGTH = 12;

    private ProfileVersion() {}

    static String of(TaskContract contract, Map<String, ?> parameters, String routeVersion) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(parameters)
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append('\n'));
        if (contract.prompt() != null) {
            text.append(contract.prompt().text()).append('\n');
        }
        if (contract.outputSchema() != null) {
            text.append(contract.outputSchema().json()).append('\n');
        }
        return hash(text.append(routeVersion).toString());
    }

    static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
