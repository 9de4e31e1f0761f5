/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.llm.LlmException;

/**
 * What the pattern {@code split} calls: the order of the deployments for a call, drawn by weight. One key always draws the
 * same, on every instance; where a deployment drops out or a weight changes, only the keys move that have to. Thread-safe,
 * stateless.
 */
@Component("split")
public final class SplitBean {
    /** What the task's route may set to any text: calls with the same one are served by the same deployment. */
    public static final String KEY = "SeraiStickyKey";

    private final Selection selection;

    SplitBean(Selection selection) {
        this.selection = selection;
    }

    /**
     * Chooses those of the named deployments that may serve the call, in the drawn order.
     *
     * @param weighted names with commas between; {@code name=90} has that weight, a name alone the weight of its deployment
     * @param sticky   what draws the same: {@code caller}, {@code key} (the exchange property {@link #KEY}; the caller where
     *                 it has none) or {@code none}
     */
    public void draw(Exchange exchange, String weighted, String sticky) throws LlmException {
        Call call = Call.of(exchange);
        Map<String, Integer> weights = weights(weighted);
        String key = key(exchange, call, sticky);
        List<Deployment> drawn = AttemptsBean.eligible(selection, call, String.join(",", weights.keySet())).stream()
                .sorted(Comparator.comparingDouble(deployment ->
                        -score(key, deployment.name(), weight(deployment, weights.get(deployment.name())))))
                .toList();
        call.because("drawn by " + sticky);
        AttemptsBean.choose(exchange, drawn);
    }

    private static Map<String, Integer> weights(String weighted) {
        Map<String, Integer> weights = new LinkedHashMap<>();
        for (String entry : AttemptsBean.names(weighted)) {
            int equals = entry.indexOf('=');
            if (equals < 0) {
                weights.put(entry, null);
            } else {
                weights.put(
                        entry.substring(0, equals).strip(),
                        Integer.valueOf(entry.substring(equals + 1).strip()));
            }
        }
        return weights;
    }

    private static int weight(Deployment deployment, Integer given) {
        return given == null ? deployment.weight() : given;
    }

    private static String key(Exchange exchange, Call call, String sticky) {
        String caller = call.caller().name();
        return switch (sticky) {
            case "none" -> call.requestId();
            case "key" -> exchange.getProperty(KEY, caller, String.class);
            default -> caller;
        };
    }

    /** Weighted rendezvous hashing: the highest score is first with the probability of its share. */
    private static double score(String key, String deployment, int weight) {
        return weight == 0 ? -1 : weight / -Math.log(uniform(key + "\n" + deployment));
    }

    /** A number between 0 and 1 that is the same for the same text. */
    private static double uniform(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ((ByteBuffer.wrap(hash).getLong() >>> 11) + 0.5) * 0x1.0p-53;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
