/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.GatewayUnderTest;

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

    private static String callers() throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(KEY.getBytes(StandardCharsets.UTF_8));
        return """
                callers:
                  first-run:
                    keyFile: data/first-run-key
                    organisation: local
                    team: local
                    feature: tests
                    permissions: [diagnose, pin]
                    dataClasses: [public, internal]
                  ops:
                    keyHash: sha256:%s
                    organisation: local
                    team: local
                    feature: tests
                    permissions: [admin]
                    dataClasses: [public, internal]
                """.formatted(HexFormat.of().formatHex(hash));
    }
}
