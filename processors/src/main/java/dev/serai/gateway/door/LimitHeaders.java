/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.serai.gateway.admission.quota.CallQuota;
import dev.serai.gateway.admission.quota.Kind;
import dev.serai.gateway.admission.quota.LimitStanding;
import dev.serai.gateway.dispatch.Call;

/** What callers are told of their limits, as headers that the SDKs of their dialect read. */
enum LimitHeaders {
    /** Tokens are the input's or the output's, whichever has the smaller part left. */
    OPENAI {
        @Override
        Map<String, String> of(List<LimitStanding> limits) {
            Map<String, String> headers = new LinkedHashMap<>();
            find(limits, Kind.REQUESTS).ifPresent(limit -> write(headers, "requests", limit));
            limits.stream()
                    .filter(limit -> limit.kind() != Kind.REQUESTS)
                    .min(Comparator.comparingDouble(limit -> (double) limit.left() / limit.perMinute()))
                    .ifPresent(limit -> write(headers, "tokens", limit));
            return headers;
        }

        private void write(Map<String, String> headers, String of, LimitStanding limit) {
            headers.put("x-ratelimit-limit-" + of, Long.toString(limit.perMinute()));
            headers.put("x-ratelimit-remaining-" + of, Long.toString(limit.left()));
            headers.put("x-ratelimit-reset-" + of, time(limit.untilFull()));
        }

        /** As OpenAI writes times: {@code 120ms}, {@code 1.5s}, {@code 1m0s}. */
        private String time(Duration wait) {
            long millis = wait.plusNanos(999_999).toMillis();
            if (millis < 1000) {
                return millis + "ms";
            }
            String minutes = millis < 60_000 ? "" : millis / 60_000 + "m";
            return minutes
                    + BigDecimal.valueOf(millis % 60_000, 3)
                            .stripTrailingZeros()
                            .toPlainString() + "s";
        }
    },
    ANTHROPIC {
        @Override
        Map<String, String> of(List<LimitStanding> limits) {
            Map<String, String> headers = new LinkedHashMap<>();
            for (LimitStanding limit : limits) {
                String prefix = "anthropic-ratelimit-" + limit.kind().code().replace('_', '-');
                headers.put(prefix + "-limit", Long.toString(limit.perMinute()));
                headers.put(prefix + "-remaining", Long.toString(limit.left()));
                headers.put(
                        prefix + "-reset",
                        Instant.now()
                                .plus(limit.untilFull())
                                .plusMillis(999)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
            }
            return headers;
        }
    },
    /** Google's clients know none. */
    NONE {
        @Override
        Map<String, String> of(List<LimitStanding> limits) {
            return Map.of();
        }
    };

    abstract Map<String, String> of(List<LimitStanding> limits);

    /** By name; empty where the call has met no limit. */
    static Map<String, String> of(Call call) {
        List<LimitStanding> limits = CallQuota.standings(call);
        return limits.isEmpty() ? Map.of() : style(call.door()).of(limits);
    }

    private static LimitHeaders style(String door) {
        if (door.startsWith("anthropic")) {
            return ANTHROPIC;
        }
        return door.startsWith("gemini") ? NONE : OPENAI;
    }

    private static Optional<LimitStanding> find(List<LimitStanding> limits, Kind kind) {
        return limits.stream().filter(limit -> limit.kind() == kind).findFirst();
    }
}
