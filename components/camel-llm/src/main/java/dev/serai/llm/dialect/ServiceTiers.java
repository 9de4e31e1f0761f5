/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Map;

import dev.serai.llm.LlmException;

/**
 * A dialect's words for tiers of service.
 *
 * @param neutral the neutral word by the dialect's own
 */
public record ServiceTiers(Map<String, String> neutral) {
    /** The neutral word, or null: a tier that only its own dialect knows stays unread. */
    public String read(FieldReader owner, String field) {
        return owner.word(field, neutral);
    }

    /**
     * The dialect's word, or null where the tier may be lost.
     *
     * @throws LlmException unsupported_feature
     */
    public String write(String tier, Losses losses) throws LlmException {
        for (Map.Entry<String, String> word : neutral.entrySet()) {
            if (word.getValue().equals(tier)) {
                return word.getKey();
            }
        }
        losses.drop("service_tier", "the target has no tier that is " + tier);
        return null;
    }
}
