/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;

/**
 * The first server is down for a while and calls keep coming.
 *
 * @param length     of the outage
 * @param every      time between two calls, plain and streamed in turn
 * @param backWithin the first server has to serve again after that much of its recovery
 */
record OutageDrill(Duration length, Duration every, Duration backWithin) {

    /**
     * @param wasted attempts at the server that was down
     * @param back   from its recovery to its first answer
     */
    record Report(List<Answered> replies, int wasted, Duration back) {
        @Override
        public String toString() {
            return replies.size() + " calls, " + wasted + " attempts wasted, back after " + back.toMillis() + " ms";
        }
    }

    record Answered(int status, String text) {}

    Report play(GatewayClient client) throws Exception {
        FaultWall.first(FaultWall.always("status: 503"));
        List<Answered> replies = new ArrayList<>();
        Instant recovery = Instant.now().plus(length);
        while (Instant.now().isBefore(recovery)) {
            replies.add(ask(client, replies.size()));
            pauseUntil(Instant.now().plus(every), recovery);
        }
        int wasted = FaultWall.asked(FaultWall.FIRST).size();
        FaultWall.first("seed: 0");
        Instant recovered = Instant.now();
        Answered last;
        do {
            last = ask(client, replies.size());
            replies.add(last);
            if (last.text().equals(FaultWall.SECOND_ANSWER)) {
                pauseUntil(Instant.now().plus(every), recovered.plus(backWithin.multipliedBy(2)));
            }
        } while (!last.text().equals(FaultWall.FIRST_ANSWER)
                && Instant.now().isBefore(recovered.plus(backWithin.multipliedBy(2))));
        return new Report(replies, wasted, Duration.between(recovered, Instant.now()));
    }

    private static Answered ask(GatewayClient client, int number) throws Exception {
        GatewayClient.Reply reply = client.chat(FaultWall.OUTAGE, number % 2 == 1);
        return new Answered(reply.status(), reply.text());
    }

    private static void pauseUntil(Instant next, Instant limit) {
        Instant until = next.isBefore(limit) ? next : limit;
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(2))
                .until(() -> !Instant.now().isBefore(until));
    }
}
