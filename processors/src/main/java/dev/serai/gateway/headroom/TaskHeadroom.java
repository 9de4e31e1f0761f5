/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Whether the deployments behind a task's first one could carry what that one carries for the task now.
 *
 * @param headroom    how many times over they could, by the scarcer of requests and tokens; null where that is not known, or
 *                    there is nothing to carry or nobody to carry it
 * @param load        what the first deployment has carried for the task in the last minute
 * @param shortBy     what of that would find no place; null unless the verdict is {@link Verdict#SHORT}
 * @param deployments in the order in which they are asked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskHeadroom(
        String task, Verdict verdict, Double headroom, Load load, Load shortBy, List<DeploymentHeadroom> deployments) {

    /** What follows from the numbers. */
    public enum Verdict {
        /** They could carry it. */
        ENOUGH,
        /** They could not. */
        SHORT,
        /** The limits that are known do not suffice, and others are not known. */
        UNKNOWN,
        /** The first deployment has nothing to carry. */
        IDLE,
        /** There is no other deployment. */
        NO_FALLBACK;

        @JsonValue
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
