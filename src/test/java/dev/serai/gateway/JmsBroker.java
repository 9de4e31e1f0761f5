/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.awaitility.Awaitility;

/** A broker in a process of its own, that can go and come back on the same port and data. One thread. */
final class JmsBroker implements AutoCloseable {
    static final String REPLIES = "replies";

    private static final Duration START = Duration.ofSeconds(60);

    private final Path data;
    private final int port;
    private Process process;

    JmsBroker(Path data) throws IOException {
        this.data = data;
        try (ServerSocket free = new ServerSocket(0)) {
            this.port = free.getLocalPort();
        }
    }

    String url() {
        return "tcp://localhost:" + port;
    }

    void start() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JmsBroker.class.getName(),
                        data.toString(),
                        url())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(data.resolve("log").toFile()))
                .start();
        Awaitility.await("the broker")
                .atMost(START)
                .pollInterval(Duration.ofMillis(50))
                .until(this::listens);
    }

    /** Kills it: nothing is flushed, and nobody is told. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to stop, as an administrator would: it tells its clients. */
    void stop() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("localhost", port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    /** The process itself; its arguments are the folder for its data and the URL to listen at. */
    public static void main(String[] arguments) throws Exception {
        EmbeddedActiveMQ server = new EmbeddedActiveMQ();
        server.setConfiguration(configuration(Path.of(arguments[0]), arguments[1]));
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
    }

    private static void stop(EmbeddedActiveMQ server) {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Configuration configuration(Path data, String url) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setSecurityEnabled(false)
                .setPersistenceEnabled(true)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(data.resolve("journal").toString())
                .setBindingsDirectory(data.resolve("bindings").toString())
                .setPagingDirectory(data.resolve("paging").toString())
                .setLargeMessagesDirectory(data.resolve("large").toString());
        configuration.addAcceptorConfiguration("tcp", url);
        configuration.addAddressSetting(JmsClient.REQUESTS + ".#", new AddressSettings().setMaxDeliveryAttempts(-1));
        for (String queue : new String[] {JmsClient.REQUESTS, REPLIES}) {
            configuration.addQueueConfiguration(QueueConfiguration.of(queue)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(true)
                    .setAutoDelete(false));
        }
        return configuration;
    }
}
