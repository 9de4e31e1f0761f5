/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The scripts that come with the component. */
public final class SimProfiles {
    /** The profile of an endpoint that names none. */
    public static final String DEFAULT = "quick";

    private static final String FOLDER = "/dev/serai/llm/sim/";
    private static final List<String> NAMES = List.of(
            DEFAULT,
            "chat",
            "slow",
            "silent",
            "overloaded",
            "rate-limited",
            "flaky",
            "cut",
            "stall",
            "context-length",
            "content-filter",
            "quota");

    private SimProfiles() {}

    /** The names that {@link #load} knows. */
    public static List<String> names() {
        return NAMES;
    }

    /** Reads a profile; throws IllegalArgumentException naming the known ones. */
    public static SimScript load(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    "sim profile '" + name + "': must be one of " + String.join(", ", NAMES));
        }
        try (InputStream in = SimProfiles.class.getResourceAsStream(FOLDER + name + ".yaml")) {
            return SimScript.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
