/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.io.IOException;
import java.nio.file.Path;

import dev.serai.gateway.database.TestDatabase;

import static dev.serai.gateway.version.Instance.ANN;
import static dev.serai.gateway.version.Instance.SETTINGS;
import static dev.serai.gateway.version.Instance.answer;

/** A process that promotes versions 1 to 3 in turn, for ever, and says so after each; to be killed. */
final class PromoteLoop {
    private PromoteLoop() {}

    static Process start(TestDatabase database, Path output) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PromoteLoop.class.getName(),
                        database.url(),
                        database.user(),
                        database.password())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Its arguments are the database's URL, user and password. */
    public static void main(String[] arguments) throws Exception {
        TestDatabase database = new TestDatabase(arguments[0], arguments[1], arguments[2]);
        Instance instance = new Instance(database.connectOnly(), SETTINGS);
        int active = instance.state().active();
        while (true) {
            active = active % 3 + 1;
            TaskState state = instance.control.promote(answer(active), SETTINGS.safety(), ANN);
            System.out.println("promoted " + state.revision() + " " + state.active());
        }
    }
}
