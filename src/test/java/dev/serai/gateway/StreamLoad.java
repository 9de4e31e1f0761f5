/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Many streams at once, each with its own question. The simulated provider's answer depends on the question alone, so what
 * a quick deployment answers to it is what its slow stream has to say, word for word.
 */
final class StreamLoad {
    static final String SLOW = "many-slow";
    static final String QUICK = "many-quick";

    private static final int AT_ONCE = 50;

    private final GatewayClient client;
    private final int streams;

    StreamLoad(URI base, String key, int streams) {
        this.client = new GatewayClient(base, key);
        this.streams = streams;
    }

    /** The files and deployments of both tasks. */
    static GatewayUnderTest.Builder setup(int tokens, String tokenDelay) {
        String sim = "llm:sim/quick?sim.tokens=" + tokens;
        String[] limits = {"deadline: 120s", "firstToken: 60s", "idle: 60s", "attemptTimeout: 110s"};
        return GatewayUnderTest.builder()
                .deployment(SLOW, sim + "&sim.tokenDelay=" + tokenDelay, "connections: 1000")
                .deployment(QUICK, sim, "connections: 100")
                .task(SLOW, SLOW, limits)
                .task(QUICK, QUICK, limits);
    }

    /** Runs all streams at once; the answers are in the order of their questions. */
    List<GatewayClient.Reply> stream() {
        List<CompletableFuture<GatewayClient.Reply>> running = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            running.add(client.chatAsync(SLOW, true, question(i)));
        }
        return running.stream().map(CompletableFuture::join).toList();
    }

    /** What each stream has to say. */
    List<String> expected() {
        List<String> texts = new ArrayList<>();
        for (int start = 0; start < streams; start += AT_ONCE) {
            List<CompletableFuture<GatewayClient.Reply>> running = new ArrayList<>();
            for (int i = start; i < Math.min(streams, start + AT_ONCE); i++) {
                running.add(client.chatAsync(QUICK, false, question(i)));
            }
            running.forEach(reply -> texts.add(text(reply.join())));
        }
        return texts;
    }

    static String text(GatewayClient.Reply reply) {
        try {
            return reply.text();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static String question(int i) {
        return "Question number " + i;
    }
}
