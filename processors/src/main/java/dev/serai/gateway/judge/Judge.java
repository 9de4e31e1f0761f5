/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.judge;

import java.time.Duration;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.Durations;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Judgement;
import dev.serai.gateway.dispatch.PatternListener;
import dev.serai.gateway.dispatch.SideCall;
import dev.serai.gateway.dispatch.SideCallBean;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;

/**
 * What the route {@code judge-answer} calls: it has an answer scored by a call of its own. Whatever becomes of that, there is
 * a {@link Verdict} afterwards, and the answer is as it was. Thread-safe, stateless.
 */
@Component("judge")
public final class Judge implements AggregationStrategy {
    static final String JUDGES = "SeraiJudges";
    static final String ANSWER = "SeraiJudgedAnswer";
    static final String VERDICT = "SeraiVerdict";

    private static final String NO_TIME = "no_time";

    private final Selection selection;
    private final PatternListener listener;

    Judge(Selection selection, PatternListener listener) {
        this.selection = selection;
        this.listener = listener;
    }

    /** @param names of deployments, in the order in which they are asked */
    static void appoint(Exchange exchange, String names, String timeout, int maxTokens, boolean afterwards) {
        exchange.setProperty(
                JUDGES, new Judges(SideCallBean.names(names), Durations.parse(timeout), maxTokens, afterwards));
    }

    /** Makes the side call ready; there is none where the answer is none to be judged, or no time is left. */
    public void ask(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        Judges judges = exchange.getProperty(JUDGES, Judges.class);
        JudgedAnswer answer = exchange.getProperty(ANSWER, JudgedAnswer.class);
        exchange.removeProperty(SideCall.PROPERTY);
        exchange.removeProperty(VERDICT);
        Duration time = judges.time(call);
        if (answer.exempt() != null || !time.isPositive()) {
            exchange.setProperty(VERDICT, Verdict.none(answer.exempt() != null ? answer.exempt() : NO_TIME));
            return;
        }
        exchange.setProperty(
                SideCall.PROPERTY,
                new SideCall(
                        Attempt.Role.JUDGE,
                        judges.deployments(),
                        JudgePrompt.of(call.task().contract().rubric(), call.request(), answer.text()),
                        JudgePrompt.FORM,
                        new SideCall.Limits(time, judges.maxTokens()),
                        judges.afterwards()));
    }

    /** Reads the score, and has it told. */
    public void read(Exchange exchange) throws LlmException {
        if (exchange.getProperty(VERDICT) == null) {
            LlmException failure = exchange.getProperty(SideCall.FAILURE, LlmException.class);
            exchange.setProperty(
                    VERDICT,
                    failure != null
                            ? Verdict.none(failure.errorClass().code())
                            : JudgePrompt.read(
                                    JudgedAnswer.text(exchange.getMessage().getBody(LlmResponse.class))));
        }
        tell(exchange);
    }

    /** Something has failed that should not have. */
    public void failed(Exchange exchange) {
        LlmException known = LlmException.within(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        ErrorClass errorClass = known == null ? ErrorClass.PROVIDER_UNAVAILABLE : known.errorClass();
        exchange.setProperty(VERDICT, Verdict.none(errorClass.code()));
        tell(exchange);
    }

    private void tell(Exchange exchange) {
        Call call = Call.of(exchange);
        Verdict verdict = exchange.getProperty(VERDICT, Verdict.class);
        String deployment = exchange.getProperty(ANSWER, JudgedAnswer.class).deployment();
        Judgement.begin(call).add(new Judgement.Score(deployment, verdict.score(), verdict.reason()));
        if (verdict.isScore()) {
            selection
                    .find(call, deployment)
                    .map(Deployment::model)
                    .ifPresent(model -> listener.judged(call, model, verdict.score()));
        }
    }

    /** The answer stays as it was; the verdict is added. */
    @Override
    public Exchange aggregate(Exchange answered, Exchange judged) {
        answered.setProperty(VERDICT, judged.getProperty(VERDICT));
        return answered;
    }
}
