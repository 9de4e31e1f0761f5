/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.admission.overload.QueueTime;
import dev.serai.gateway.admission.quota.CallQuota;
import dev.serai.gateway.admission.quota.QuotaRefusal;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Attempts;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.dispatch.Given;
import dev.serai.gateway.dispatch.TokenCount;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.ledger.CostFlag;
import dev.serai.gateway.ledger.funds.Settling;
import dev.serai.gateway.task.TaskVersion;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/**
 * What one call was, what the gateway decided and how it ended: written once, after the last byte. Never content.
 *
 * @param outcome        {@code ok} or the error class
 * @param status         the HTTP status that the caller got; 200 too where a stream broke after its start
 * @param deployment     the one that answered, or null
 * @param fallbackStep   0 where the first deployment asked has answered
 * @param queue          null for a call that needed no place, or was refused before
 * @param estimated      counts of tokens: whether the answer is the gateway's estimate; null for any other call
 * @param cache          null where the call's task keeps no answers, or the call was refused before
 * @param shared         null where the call shared no answer
 * @param idempotency    null where the call came without a key
 * @param judgement      what judges have said of its answers; null where nothing was to be judged
 * @param interruption   the policy that acted where a stream broke; null for any other call
 * @param firstContentMs from arrival, or null
 * @param deadlineUsed   share of the deadline that the call took, 0 to 1 and above
 * @param providerCostUsd what all attempts cost together, or null
 * @param priceVersion   of the price table, or null
 * @param quota          the limit of the caller or the task that refused the call; null for any other
 * @param money          how the call was settled, or null where no money was at stake
 * @param candidates     deployments that were not asked, and why
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionRecord(
        String requestId,
        String traceId,
        String arrived,
        String door,
        Boolean stream,
        Who caller,
        Task task,
        String pinned,
        String outcome,
        Integer status,
        String errorCode,
        String deployment,
        Integer fallbackStep,
        String routeReason,
        QueueTime queue,
        String stopReason,
        String advice,
        Tokens usage,
        Boolean estimated,
        Reuse.Cache cache,
        Reuse.Shared shared,
        Reuse.Idempotency idempotency,
        Judged judgement,
        String interruption,
        Long firstContentMs,
        long durationMs,
        Double deadlineUsed,
        BigDecimal providerCostUsd,
        String priceVersion,
        QuotaRefusal quota,
        Money money,
        List<Try> attempts,
        List<Attempts.Dropped> candidates) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Who(String name, String organisation, String team, String feature) {}

    public record Task(String name, String profileVersion, String routeVersion) {}

    public record Tokens(long input, long cacheRead, long cacheWrite, long output, long reasoning) {
        static Tokens of(Usage usage) {
            return usage == null
                    ? null
                    : new Tokens(
                            usage.input(), usage.cacheRead(), usage.cacheWrite(), usage.output(), usage.reasoning());
        }
    }

    /**
     * How a call stands in the ledger.
     *
     * @param reservedUsd what was held for it
     * @param chargedUsd  what its customer is charged
     * @param flags       words of {@link CostFlag}: what is not certain of its costs; null where all is
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Money(BigDecimal reservedUsd, BigDecimal chargedUsd, List<String> flags) {
        static Money of(Settling.Settled settled) {
            return settled == null
                    ? null
                    : new Money(
                            settled.reserved().toBigDecimal(),
                            settled.charged().toBigDecimal(),
                            settled.flags().isEmpty()
                                    ? null
                                    : settled.flags().stream()
                                            .map(CostFlag::code)
                                            .sorted()
                                            .toList());
        }
    }

    /** One attempt; {@code status} is the provider's. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Try(
            int number,
            String deployment,
            String role,
            String outcome,
            Integer status,
            String code,
            String drill,
            long startedAfterMs,
            long durationMs,
            Long firstTokenMs,
            String model,
            String responseId,
            Tokens usage,
            Boolean usageEstimated,
            Integer skippedEvents,
            Long discardedChars,
            BigDecimal costUsd,
            Boolean unpriced) {

        static Try of(int number, Attempt attempt) {
            LlmException failure = attempt.failure();
            return new Try(
                    number,
                    attempt.deployment(),
                    attempt.role() == Attempt.Role.REGULAR
                            ? null
                            : attempt.role().code(),
                    attempt.outcome(),
                    failure == null || failure.status() == 0 ? null : failure.status(),
                    failure == null ? null : failure.code(),
                    attempt.drill(),
                    attempt.startedAfterMillis(),
                    attempt.durationMillis(),
                    attempt.firstTokenMillis(),
                    attempt.model(),
                    attempt.responseId(),
                    Tokens.of(attempt.usage()),
                    attempt.usageEstimated() ? true : null,
                    attempt.skippedEvents() == 0 ? null : attempt.skippedEvents(),
                    attempt.discardedChars(),
                    attempt.cost(),
                    attempt.unpriced() ? true : null);
        }
    }

    /** The record of a call that has ended. */
    public static DecisionRecord of(Call call) {
        CallOutcome outcome =
                call.outcome() == null ? CallOutcome.failed(call.cancellation().reason()) : call.outcome();
        LlmException failure = outcome.failure();
        List<Attempt> attempts = List.copyOf(call.attempts().all());
        Attempt answering = failure == null ? call.attempts().answering() : null;
        String answered = answering == null ? null : answering.deployment();
        return new DecisionRecord(
                call.requestId(),
                call.traceParent().traceId(),
                call.arrived().toString(),
                call.door(),
                call.request() == null ? null : call.isStream(),
                who(call.caller()),
                task(call.task()),
                call.pinnedDeployment(),
                outcome.code(),
                failure == null || call.isStream() && call.firstContentMillis() != null ? 200 : failure.clientStatus(),
                failure == null ? null : failure.code(),
                answered,
                answered == null ? null : step(answered, call.attempts().asked()),
                call.routeReason(),
                call.part(QueueTime.class),
                outcome.stopReason() == null ? null : outcome.stopReason().code(),
                outcome.advice() == null ? null : outcome.advice().code(),
                // what the original's answer took is in the original's record
                Given.is(call) ? null : Tokens.of(outcome.usage()),
                TokenCount.estimated(call),
                Reuse.Cache.of(call),
                Reuse.Shared.of(call),
                Reuse.Idempotency.of(call),
                Judged.of(call),
                call.interruption() == null ? null : call.interruption().code(),
                call.firstContentMillis(),
                call.elapsedNanos() / 1_000_000,
                deadlineUsed(call),
                cost(call, attempts),
                priceVersion(attempts),
                CallQuota.refusal(call),
                Money.of(Settling.Settled.of(call)),
                tries(attempts),
                call.attempts().notAsked());
    }

    private static int step(String answered, List<Attempt> asked) {
        return asked.stream().map(Attempt::deployment).distinct().toList().indexOf(answered);
    }

    private static List<Try> tries(List<Attempt> attempts) {
        return IntStream.range(0, attempts.size())
                .mapToObj(index -> Try.of(index + 1, attempts.get(index)))
                .toList();
    }

    /** Of all attempts, whoever got their answers, or the call's share; null where none has a known cost. */
    private static BigDecimal cost(Call call, List<Attempt> attempts) {
        Settling.Settled settled = Settling.Settled.of(call);
        if (settled != null) {
            return settled.cost() == null ? null : settled.cost().toBigDecimal();
        }
        return attempts.stream()
                .map(Attempt::cost)
                .filter(Objects::nonNull)
                .reduce(BigDecimal::add)
                .orElse(null);
    }

    private static String priceVersion(List<Attempt> attempts) {
        return attempts.stream()
                .map(Attempt::priceVersion)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Who who(Caller caller) {
        return caller == null ? null : new Who(caller.name(), caller.organisation(), caller.team(), caller.feature());
    }

    private static Task task(TaskVersion version) {
        return version == null ? null : new Task(version.name(), version.profileVersion(), version.routeVersion());
    }

    private static Double deadlineUsed(Call call) {
        if (call.task() == null) {
            return null;
        }
        double share =
                (double) call.elapsedNanos() / call.task().contract().deadline().toNanos();
        return Math.round(share * 1000) / 1000.0;
    }
}
