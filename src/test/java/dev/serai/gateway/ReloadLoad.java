/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls at a steady rate, one in ten of them a stream of seconds, and all that was not as it has to be. Each plain answer is
 * one of those that its deployments say; each stream is, word for word, what the slow deployment says to its question.
 */
final class ReloadLoad {
    private static final int QUESTIONS = 8;
    /** A machine that is too slow for the rate makes fewer calls, not an overload: that is another test. */
    private static final int MOST_AT_ONCE = 200;

    private static final Set<String> ANSWERS = Set.of("one", "two", "three");

    private final GatewayClient client;
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final Map<String, String> streams = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Queue<String> requestIds = new ConcurrentLinkedQueue<>();

    ReloadLoad(GatewayClient client) {
        this.client = client;
    }

    /** Learns what the streams have to say, and begins. */
    void start(int callsPerSecond) throws Exception {
        for (int i = 0; i < QUESTIONS; i++) {
            streams.put(question(i), client.chat("quick", false, question(i)).text());
        }
        clock.scheduleAtFixedRate(this::call, 0, 1_000_000 / callsPerSecond, TimeUnit.MICROSECONDS);
    }

    /** Begins no more calls, and waits for the ends of all. */
    void stop() {
        clock.shutdown();
        ReloadBed.await("the last calls").atMost(Duration.ofSeconds(60)).until(() -> ended.get() == started.get());
    }

    private void call() {
        if (started.get() - ended.get() >= MOST_AT_ONCE) {
            return;
        }
        int n = started.getAndIncrement();
        boolean stream = n % 10 == 0;
        String question = question(n % QUESTIONS);
        client.chatAsync(stream ? "long" : "answer", stream, question).whenComplete((reply, failure) -> {
            try {
                if (failure != null) {
                    wrong.add("no reply: " + failure);
                } else {
                    check(reply, stream, question);
                }
            } finally {
                ended.incrementAndGet();
            }
        });
    }

    private void check(GatewayClient.Reply reply, boolean stream, String question) {
        requestIds.add(String.valueOf(reply.requestId()));
        String text = reply.status() == 200 ? StreamLoad.text(reply) : "";
        boolean right = stream ? reply.isDone() && text.equals(streams.get(question)) : ANSWERS.contains(text);
        if (!right) {
            wrong.add("status " + reply.status() + (stream ? " of a stream: " : ": ") + reply.body());
        }
    }

    private static String question(int i) {
        return "Question number " + i;
    }

    int calls() {
        return started.get();
    }

    List<String> wrong() {
        return List.copyOf(wrong);
    }

    List<String> requestIds() {
        return List.copyOf(requestIds);
    }
}
