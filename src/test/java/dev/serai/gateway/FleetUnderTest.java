/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.camel.CamelContext;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.llm.LlmComponent;
import dev.serai.llm.provider.sim.SimHost;
import dev.serai.llm.provider.sim.SimScript;

/**
 * Instances of the real application in this JVM, each with a home, a port and simulated providers of its own, that find each
 * other through relays which a test can cut. Their logs and records are not told apart.
 */
final class FleetUnderTest implements AutoCloseable {
    private final GatewayUnderTest.Builder setup;
    private final List<Integer> memberPorts = new ArrayList<>();
    private final List<TcpRelay> relays = new ArrayList<>();
    private final List<Instance> instances = new ArrayList<>();

    /** One instance. */
    record Instance(ServletWebServerApplicationContext application, Path home) {
        <T> T bean(Class<T> type) {
            return application.getBean(type);
        }

        GatewayClient client() throws IOException {
            return new GatewayClient(
                    url(), Files.readString(home.resolve("data/first-run-key")).strip());
        }

        URI url() {
            return URI.create("http://localhost:" + application.getWebServer().getPort());
        }

        Deployment deployment(String name) {
            return bean(Catalogue.class).current().find(name).orElseThrow();
        }

        String breaker(String name) {
            return bean(Breakers.class).of(deployment(name)).getState().name();
        }

        SimHost sim() {
            return bean(CamelContext.class)
                    .getComponent("llm", LlmComponent.class)
                    .sim();
        }

        private String mount(String deployment) {
            return sim().mount(deployment, "quick", Map.of()).getPath().substring(1);
        }
    }

    FleetUnderTest(GatewayUnderTest.Builder setup, int size) throws IOException {
        this.setup = setup.property("serai.jms.enabled", "false");
        for (int i = 0; i < size; i++) {
            memberPorts.add(freePort());
            relays.add(new TcpRelay(memberPorts.get(i)));
        }
        for (int i = 0; i < size; i++) {
            instances.add(start(i));
        }
        awaitTogether();
    }

    private Instance start(int index) {
        Path home = setup.home();
        String members =
                relays.stream().map(relay -> "127.0.0.1:" + relay.port()).collect(Collectors.joining(","));
        List<String> arguments = new ArrayList<>(List.of(
                "--serai.home=" + home,
                "--server.port=0",
                "--serai.fleet.enabled=true",
                "--serai.fleet.name=test-" + memberPorts.get(0),
                "--serai.fleet.port=" + memberPorts.get(index),
                "--serai.fleet.public-address=127.0.0.1:" + relays.get(index).port(),
                "--serai.fleet.members=" + members,
                "--serai.fleet.merge-after=1s"));
        arguments.addAll(setup.arguments());
        return new Instance(
                (ServletWebServerApplicationContext)
                        SpringApplication.run(SeraiApplication.class, arguments.toArray(String[]::new)),
                home);
    }

    Instance instance(int index) {
        return instances.get(index);
    }

    List<Instance> all() {
        return instances;
    }

    /** Each is in touch with all others. */
    void awaitTogether() {
        FaultBed.within(java.time.Duration.ofSeconds(40)).until(() -> instances.stream()
                .map(instance -> instance.bean(Fleet.class))
                .allMatch(fleet -> fleet.isUp() && fleet.members() == instances.size()));
    }

    /** None is in touch with any other. */
    void cut() {
        relays.forEach(TcpRelay::cut);
    }

    /** Whatever an instance sends to another does not arrive, and nobody is told. */
    void hold() {
        relays.forEach(TcpRelay::hold);
    }

    void mend() {
        relays.forEach(TcpRelay::mend);
    }

    void stop(int index) {
        Instance instance = instances.get(index);
        instance.application().close();
        GatewayHome.delete(instance.home());
    }

    /** A stopped instance comes back, with a new home. */
    void restart(int index) {
        instances.set(index, start(index));
    }

    /** What a deployment's provider does from now on, whichever instance asks it. */
    void script(String deployment, String script) {
        instances.stream()
                .filter(instance -> instance.application().isActive())
                .forEach(instance -> instance.sim().server().mount(instance.mount(deployment), SimScript.read(script)));
    }

    /** Requests that a deployment has seen from all instances. */
    int asked(String deployment) {
        return instances.stream()
                .mapToInt(instance -> instance.sim()
                        .journal()
                        .requests(instance.mount(deployment))
                        .size())
                .sum();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        for (Instance instance : instances) {
            if (instance.application().isActive()) {
                instance.application().close();
                GatewayHome.delete(instance.home());
            }
        }
        for (TcpRelay relay : relays) {
            relay.close();
        }
    }
}
