/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** The typed details of a Google error: the reason of its ErrorInfo, and which quota it hit. */
final class GoogleDetails {
    /** A limit that holds for the day. */
    static final String PER_DAY = "quota_per_day";
    /** A limit of nothing: the model is not in the plan. */
    static final String NONE_AT_ALL = "quota_of_zero";

    private GoogleDetails() {}

    /** Adds labels; returns the ErrorInfo's reason, or null. */
    static String read(JsonNode details, Set<String> labels) {
        String reason = null;
        for (JsonNode detail : details) {
            if (detail.path("@type").asText().endsWith("ErrorInfo")
                    && detail.path("reason").isTextual()) {
                reason = detail.path("reason").textValue();
                labels.add(ErrorFacts.label(reason));
            }
            window(detail.path("metadata").path("quota_limit").asText(), labels);
            for (JsonNode violation : detail.path("violations")) {
                window(violation.path("quotaId").asText(), labels);
                if (violation.path("quotaValue").asText().equals("0")) {
                    labels.add(NONE_AT_ALL);
                }
            }
        }
        return reason;
    }

    private static void window(String quota, Set<String> labels) {
        if (quota.contains("PerDay")) {
            labels.add(PER_DAY);
        }
    }
}
