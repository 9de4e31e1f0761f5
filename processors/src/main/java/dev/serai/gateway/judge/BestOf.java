/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.judge;

import java.time.Duration;
import java.util.Optional;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Capacity;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.AttemptsBean;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.HeldBack;
import dev.serai.gateway.dispatch.Judgement;
import dev.serai.gateway.dispatch.Judgement.Confidence;
import dev.serai.gateway.dispatch.PatternListener;
import dev.serai.gateway.dispatch.SideCallBean;
import dev.serai.llm.LlmException;

/** What the pattern {@code best-of} calls: whether another answer is asked for, and which one is delivered. Thread-safe. */
@Component("best-of")
public final class BestOf {
    /** Whether another deployment is asked. */
    public static final String ANOTHER = "SeraiAnother";

    private final Selection selection;
    private final Capacity capacity;
    private final PatternListener listener;

    BestOf(Selection selection, Capacity capacity, PatternListener listener) {
        this.selection = selection;
        this.capacity = capacity;
        this.listener = listener;
    }

    /** Nobody gets an answer before it was judged by one of these. */
    public void begin(Exchange exchange, String judges, String timeout, int maxTokens) {
        HeldBack.from(Call.of(exchange));
        Judge.appoint(exchange, judges, timeout, maxTokens, false);
    }

    /** An answer is there, to be judged. */
    public void answered(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        Object body = exchange.getMessage().getBody();
        contest(call).enter(body, call.attempts().answering());
        exchange.setProperty(
                Judge.ANSWER, JudgedAnswer.of(call.attempts().answering().deployment(), body));
    }

    /** The answer was judged. */
    public void judged(Exchange exchange) {
        contest(Call.of(exchange)).judged(exchange.getProperty(Judge.VERDICT, Verdict.class));
    }

    /** Says in {@link #ANOTHER} whether one more of the named deployments is asked, and makes that ready. */
    public void another(Exchange exchange, String names, int threshold) {
        Call call = Call.of(exchange);
        Verdict verdict = contest(call).first().verdict();
        exchange.setProperty(ANOTHER, false);
        if (!verdict.isScore() || verdict.score() >= threshold) {
            return;
        }
        // the first answer has to get out in time, whatever becomes of the second
        call.leave(Judges.margin(call));
        Optional<Deployment> next = selection.preview(call, SideCallBean.names(names)).stream()
                .filter(deployment -> call.attempts().count(deployment.name()) == 0 && capacity.isSpare(deployment))
                .findFirst();
        if (next.isPresent() && call.attempts().hasRoom(0)) {
            exchange.setProperty(ANOTHER, true);
            exchange.setProperty(AttemptsBean.DEPLOYMENT, next.get().name());
            exchange.getMessage().setBody(call.request());
        }
    }

    /**
     * Leaves the better answer as the body.
     *
     * @throws LlmException where nobody wants it any more
     */
    public void conclude(Exchange exchange, int threshold) throws LlmException {
        Call call = Call.of(exchange);
        if (call.cancellation().isCancelled()) {
            throw call.cancellation().reason();
        }
        Contest contest = contest(call);
        call.leave(Duration.ZERO);
        Contest.Entry best = contest.better();
        if (contest.other() != null) {
            contest.other().attempt().outdone();
        }
        Confidence confidence = !best.verdict().isScore()
                ? Confidence.UNJUDGED
                : best.verdict().score() >= threshold ? Confidence.HIGH : Confidence.LOW;
        Judgement.begin(call).conclude(confidence);
        listener.concluded(call, confidence);
        exchange.getMessage().setBody(best.body());
    }

    private static Contest contest(Call call) {
        return call.part(Contest.class, Contest::new);
    }
}
