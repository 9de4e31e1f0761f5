/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;

import dev.serai.gateway.admission.quota.Quota;
import dev.serai.gateway.deployment.Retention;
import dev.serai.gateway.output.OutputSchema;
import dev.serai.llm.Operation;

/**
 * What a task promises and demands, written by its author as the parameters of its {@code task:} endpoint. Immutable and
 * checked when the file is loaded; {@link ContractReader} has the defaults.
 *
 * @param owner               who answers for it
 * @param exposure            whether applications may call it
 * @param operation           chat or embeddings
 * @param aliases             further names by which applications may call it
 * @param requires            capabilities that a deployment must have
 * @param regions             where it may be served; empty: anywhere
 * @param dataClass           the class of the data it handles; a deployment must be cleared for it
 * @param maxRetention        how long a provider may keep the data; null: no demand
 * @param maxInputTokens      a longer prompt is refused
 * @param maxOutputTokens     an upper bound for what callers ask
 * @param deadline            for the whole call, the last byte included
 * @param firstToken          limit per attempt; null: the deployment's
 * @param idle                limit between two events of a stream; null: the deployment's
 * @param attemptTimeout      limit per attempt; null: the deployment's
 * @param maxAttempts         hard cap over retries and hops
 * @param prompt              the template of the use-case door
 * @param rubric              what judges score its answers by; null: whether it does what was asked
 * @param outputSchema        what the answer must conform to; null: free text
 * @param temperature         fixed for the task; null: the caller's
 * @param reasoningEffort     fixed for the task; null: the caller's
 * @param mayLose             request fields that may be dropped where a deployment cannot express them
 * @param hopOnPolicyRejection whether another deployment is asked after a content refusal
 * @param priority            the most urgent that its calls are served, 0 to 9; null: as urgent as their callers are
 * @param interruption        what becomes of a stream that breaks after its first content
 * @param keepAnswers         what is kept for calls that come again with their idempotency key; null: the gateway's default
 * @param onInsufficientFunds what becomes of a call that there is not enough money for
 * @param quota               what all its callers together may have a minute
 * @param cache               what its calls that ask the same have of each other
 */
public record TaskContract(
        String owner,
        Exposure exposure,
        Set<String> aliases,
        Operation operation,
        Set<String> requires,
        Set<String> regions,
        String dataClass,
        Retention maxRetention,
        Integer maxInputTokens,
        Integer maxOutputTokens,
        Duration deadline,
        Duration firstToken,
        Duration idle,
        Duration attemptTimeout,
        int maxAttempts,
        PromptTemplate prompt,
        String rubric,
        OutputSchema outputSchema,
        Double temperature,
        String reasoningEffort,
        Set<String> mayLose,
        boolean hopOnPolicyRejection,
        Integer priority,
        Interruption interruption,
        KeepAnswers keepAnswers,
        Shortfall onInsufficientFunds,
        Quota quota,
        CachePolicy cache) {

    /** Whether another deployment is asked where there is not enough money for one. */
    public boolean mayDowngrade() {
        return onInsufficientFunds == Shortfall.DOWNGRADE;
    }

    /**
     * What calls that are made for a call of the task are held to: the same rules for its data, two attempts, and an answer of
     * their own form.
     */
    public TaskContract aside(OutputSchema form) {
        return new TaskContract(
                owner,
                Exposure.INTERNAL,
                Set.of(),
                Operation.CHAT,
                Set.of(),
                regions,
                dataClass,
                maxRetention,
                null,
                null,
                deadline,
                null,
                null,
                null,
                2,
                null,
                null,
                form,
                null,
                null,
                Set.of(),
                true,
                priority,
                Interruption.ERROR,
                KeepAnswers.NONE,
                Shortfall.DOWNGRADE,
                Quota.NONE,
                CachePolicy.NONE);
    }

    public enum Exposure {
        /** Applications may call it. */
        PRODUCT,
        /** Only other routes may. */
        INTERNAL
    }

    public enum KeepAnswers {
        /** The answer, so that it can be given again. */
        ENCRYPTED,
        /** That there was one. */
        NONE
    }

    public enum Shortfall {
        /** The call is refused. */
        REFUSE,
        /** It is served by a cheaper deployment of the task, where there is one. */
        DOWNGRADE
    }

    public enum Interruption {
        /** The client gets what there is as it comes, and then a typed error. */
        ERROR,
        /** The client gets what there is as it comes, is told to discard it, and gets another answer from its beginning. */
        RESTART,
        /** The client gets nothing until the answer is whole and checked, so that a broken one is never seen. */
        BUFFER;

        /** As it is written in contracts and records. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
