/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Given;
import dev.serai.llm.Usage;

/**
 * What a call has taken of its caller's and its task's limits, and what became of it. It is settled once, when the call and all
 * its attempts have ended. Thread-safe.
 */
public final class CallQuota {
    private final Call call;
    private final List<Charge> charges;
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile boolean closed;
    private volatile List<LimitStanding> standings = List.of();
    private volatile QuotaRefusal refusal;

    CallQuota(Call call, List<Charge> charges) {
        this.call = call;
        this.charges = charges;
    }

    /** What a caller is told of its limits; of its own and its task's, the one that leaves less. Empty where there are none. */
    public static List<LimitStanding> standings(Call call) {
        CallQuota quota = call.part(CallQuota.class);
        return quota == null ? List.of() : quota.standings;
    }

    /** What has refused the call, or null. */
    public static QuotaRefusal refusal(Call call) {
        CallQuota quota = call.part(CallQuota.class);
        return quota == null ? null : quota.refusal;
    }

    List<Charge> charges() {
        return charges;
    }

    void refused(QuotaRefusal by) {
        refusal = by;
    }

    /** To be said when the charges have been taken, or refused. */
    void look() {
        List<LimitStanding> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            charges.stream()
                    .filter(charge -> charge.limit().id().kind() == kind)
                    .min(Comparator.comparingLong(Charge::left))
                    .ifPresent(charge -> all.add(LimitStanding.of(charge)));
        }
        standings = all;
    }

    void closed(Estimates estimates) {
        closed = true;
        settle(estimates);
    }

    /** An attempt has ended. */
    void ended(Estimates estimates) {
        if (closed) {
            settle(estimates);
        }
    }

    private void settle(Estimates estimates) {
        List<Attempt> asked = call.attempts().asked();
        if (!asked.stream().allMatch(Attempt::ended) || !settled.compareAndSet(false, true)) {
            return;
        }
        boolean ok = call.outcome() != null && call.outcome().failure() == null;
        if (!ok && asked.isEmpty()) {
            Charge.giveBack(charges);
            return;
        }
        Usage usage = ok ? ofAnswer() : ofAll(asked);
        if (usage == null) {
            return; // the estimate stands
        }
        for (Charge charge : charges) {
            switch (charge.limit().id().kind()) {
                case INPUT_TOKENS -> charge.correct(usage.promptTokens());
                case OUTPUT_TOKENS -> charge.correct(usage.completionTokens());
                default -> {} // a request is one
            }
        }
        if (ok && usage.completionTokens() > 0) {
            estimates.learn(call.task().name(), usage.completionTokens());
        }
    }

    /** Tokens that another call has used are that one's. */
    private Usage ofAnswer() {
        if (Given.is(call)) {
            return Usage.NONE;
        }
        Usage told = call.outcome().usage();
        Attempt answering = call.attempts().answering();
        return told != null || answering == null ? told : answering.usage();
    }

    private static Usage ofAll(List<Attempt> attempts) {
        long input = 0;
        long output = 0;
        for (Attempt attempt : attempts) {
            if (attempt.usage() != null) {
                input += attempt.usage().promptTokens();
                output += attempt.usage().completionTokens();
            }
        }
        return new Usage(input, 0, 0, output, 0);
    }
}
