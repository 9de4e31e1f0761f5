/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;

/**
 * The simulated provider of one component: its server starts with the first endpoint that needs it, and each endpoint of
 * its own pool or options gets a mount of its own, so that attempts are counted apart. Thread-safe.
 */
public final class SimHost implements Closeable {
    /** The option that names a script file instead of a profile. */
    private static final String SCRIPT = "script";

    /** Bedrock looks at how a request is signed, whoever signs it. */
    private static final String BEDROCK_KEY = "AKIASIMULATED:not-a-secret";

    private final ThreadFactory threads;
    private final Map<String, String> mounts = new HashMap<>();
    private SimServer server;

    public SimHost(ThreadFactory threads) {
        this.threads = threads;
    }

    /** How an endpoint calls the simulated provider in that dialect. */
    public static LlmProvider provider(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> new SimProvider(Providers.of("openai"), "/v1");
            case ANTHROPIC_MESSAGES -> new SimProvider(Providers.of("anthropic"), "");
            case BEDROCK_CONVERSE -> new SimProvider(Providers.of("bedrock"), "", BEDROCK_KEY);
            case COHERE_CHAT -> new SimProvider(Providers.of("cohere"), "");
            case OLLAMA_CHAT -> new SimProvider(Providers.of("ollama"), "");
            case OPENAI_RESPONSES -> new SimProvider(Providers.of("openai-responses"), "/v1");
            case GEMINI_GENERATE -> new SimProvider(Providers.of("gemini"), "/v1beta");
        };
    }

    /**
     * The base URL of the mount that plays this profile with these options.
     *
     * @param owner distinguishes mounts of the same profile and options
     * @throws IllegalArgumentException where there is no such profile or an option is wrong
     */
    public synchronized URI mount(String owner, String profile, Map<String, Object> options) {
        Map<String, String> texts = new TreeMap<>();
        options.forEach((key, value) -> texts.put(key, String.valueOf(value)));
        String key = owner + "|" + profile + "|" + texts;
        String mount = mounts.get(key);
        if (mount == null) {
            SimScript script = script(profile, texts);
            mount = profile + "-" + (mounts.size() + 1);
            server().mount(mount, script);
            mounts.put(key, mount);
        }
        return server().baseUrl(mount);
    }

    /**
     * Checks that a mount of this profile with these options could be made.
     *
     * @throws IllegalArgumentException where there is no such profile or an option is wrong
     */
    public static void check(String profile, Map<String, Object> options) {
        Map<String, String> texts = new TreeMap<>();
        options.forEach((key, value) -> texts.put(key, String.valueOf(value)));
        script(profile, texts);
    }

    /** What the server has seen. */
    public synchronized SimJournal journal() {
        return server().journal();
    }

    /** The server, started if it was not. */
    public synchronized SimServer server() {
        if (server == null) {
            try {
                server = SimServer.start(SimServer.Options.DEFAULT.withThreads(threads));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return server;
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
            server = null;
            mounts.clear();
        }
    }

    private static SimScript script(String profile, Map<String, String> options) {
        String file = options.remove(SCRIPT);
        return (file == null ? SimProfiles.load(profile) : read(file)).with(options);
    }

    private static SimScript read(String file) {
        try {
            return SimScript.read(Path.of(file.startsWith("file:") ? file.substring("file:".length()) : file));
        } catch (IOException e) {
            throw new IllegalArgumentException("sim.script '" + file + "' cannot be read: does the file exist?", e);
        }
    }
}
