/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.GatewayUnderTest;
import dev.serai.gateway.GatewayYaml;

/** A gateway with two deployments and a task of both, and the commands of an operator of it. */
abstract class CommandBed {
    static final String KEY = "sk-serai-operator-of-the-command-tests-00000000000000";

    @TempDir
    Path folder;

    GatewayUnderTest gateway;
    Path keyFile;

    @BeforeEach
    void nothingSwitchedOff() throws Exception {
        gateway = GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .deployment("one", "llm:sim/quick")
                .deployment("two", "llm:sim/quick")
                .task("both", "one,two")
                .property("serai.jms.enabled", "false")
                .shared();
        keyFile = Files.writeString(folder.resolve("key"), KEY + "\n");
        serai("breaker", "one", "reset");
        serai("unkill", "task", "both");
    }

    Run serai(String... arguments) {
        return Run.of(Stream.concat(
                        Stream.of(arguments),
                        Stream.of("--url", gateway.baseUrl().toString(), "--key-file", keyFile.toString()))
                .toArray(String[]::new));
    }

    private static String callers() {
        return GatewayYaml.callers("diagnose, pin") + GatewayYaml.caller("ops", KEY, "permissions: [admin]");
    }
}
