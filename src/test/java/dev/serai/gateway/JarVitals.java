/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a JVM holds on to, looked at from outside.
 *
 * @param threads   of the system: virtual threads are not among them
 * @param files     open file descriptors, sockets included
 * @param heapBytes live after a full garbage collection
 * @param instances live after it, by class
 */
record JarVitals(long threads, long files, long heapBytes, Map<String, Live> instances) {

    private static final int MOST_GROWN = 15;

    record Live(long count, long bytes) {
        static final Live NONE = new Live(0, 0);
    }

    /** Runs a full garbage collection in that JVM. */
    static JarVitals of(JarUnderTest gateway) throws IOException, InterruptedException {
        Map<String, Live> instances = new HashMap<>();
        long bytes = 0;
        for (String line : histogram(gateway.pid()).split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (words.length >= 4 && words[0].matches("\\d+:")) {
                instances.put(words[3], new Live(Long.parseLong(words[1]), Long.parseLong(words[2])));
            } else if (words.length >= 3 && words[0].equals("Total")) {
                bytes = Long.parseLong(words[2]);
            }
        }
        Path proc = Path.of("/proc/" + gateway.pid());
        try (Stream<Path> tasks = Files.list(proc.resolve("task"));
                Stream<Path> files = Files.list(proc.resolve("fd"))) {
            return new JarVitals(tasks.count(), files.count(), bytes, instances);
        }
    }

    long instancesOf(String className) {
        return instances.getOrDefault(className, Live.NONE).count();
    }

    /** The classes that take most of what has been added. */
    String grownSince(JarVitals before) {
        Map<String, Long> more = new HashMap<>();
        instances.forEach((type, now) -> more.put(
                type,
                now.bytes() - before.instances.getOrDefault(type, Live.NONE).bytes()));
        return more.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_GROWN)
                .map(type -> "  +" + type.getValue() / 1024 + " KiB " + type.getKey() + ", now "
                        + instancesOf(type.getKey()))
                .collect(Collectors.joining("\n"));
    }

    private static String histogram(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jcmd.waitFor() != 0) {
            throw new IOException("jcmd failed: " + text);
        }
        return text;
    }

    /** The sum of a Prometheus metric over its tags; 0 where there is none. */
    static double metric(JarUnderTest gateway, String name) throws IOException, InterruptedException {
        URI uri = gateway.baseUrl().resolve("/actuator/prometheus");
        try (HttpClient client = HttpClient.newHttpClient()) {
            String body = client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            return body.lines()
                    .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    @Override
    public String toString() {
        return threads + " threads, " + files + " files, " + heapBytes / 1_048_576 + " MiB live";
    }
}
