/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** Runs the simulated provider alone: {@code SimMain [--host H] [--port N] [--script FILE.yaml]...}. */
public final class SimMain {
    private static final int PORT = 9099;
    private static final String USAGE =
            "usage: SimMain [--host 127.0.0.1] [--port " + PORT + "] [--script FILE.yaml]...\n"
                    + "Each script is mounted under its file's name, the ready-made profiles under theirs.";

    private SimMain() {}

    public static void main(String[] args) throws InterruptedException {
        if (List.of(args).contains("--help")) {
            System.out.println(USAGE);
            return;
        }
        try {
            SimServer server = start(List.of(args), System.out);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        } catch (IllegalArgumentException | IOException e) {
            System.err.println(e.getMessage() == null ? e.toString() : e.getMessage());
            System.exit(2);
        }
        new CountDownLatch(1).await();
    }

    /** Starts the server and says where it is; throws IllegalArgumentException for arguments and scripts it can't read. */
    static SimServer start(List<String> args, PrintStream out) throws IOException {
        SimServer.Options options = SimServer.Options.DEFAULT.withPort(PORT);
        Map<String, SimScript> scripts = new TreeMap<>();
        SimProfiles.names().forEach(name -> scripts.put(name, SimProfiles.load(name)));
        for (int i = 0; i < args.size(); i += 2) {
            String value = i + 1 < args.size() ? args.get(i + 1) : null;
            if (value == null) {
                throw new IllegalArgumentException(args.get(i) + ": needs a value\n" + USAGE);
            }
            switch (args.get(i)) {
                case "--host" -> options = options.withHost(value);
                case "--port" -> options = options.withPort(port(value));
                case "--script" -> scripts.put(mountName(Path.of(value)), SimScript.read(Path.of(value)));
                default -> throw new IllegalArgumentException(args.get(i) + ": is not an option\n" + USAGE);
            }
        }
        SimServer server = SimServer.start(options);
        scripts.forEach((name, script) -> {
            server.mount(name, script);
            out.println(server.baseUrl(name));
        });
        return server;
    }

    private static int port(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--port = '" + value + "': must be a number");
        }
    }

    private static String mountName(Path file) {
        return SimServer.checkedName(file.getFileName().toString().replaceFirst("\\.(ya?ml|json)$", ""));
    }
}
