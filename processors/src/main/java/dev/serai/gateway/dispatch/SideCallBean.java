/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.task.TaskVersion;
import dev.serai.llm.Cancellation;
import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;

/**
 * What the route {@code side-call} calls: between its beginning and its end the exchange carries the call that is made for
 * the call, so that whatever stands before an attempt (rules for the data, breakers, limits, money) holds for its attempts
 * too. Thread-safe, stateless.
 */
@Component("side-call")
public final class SideCallBean {
    private final DialectCodec codec = Codecs.of(Dialect.OPENAI_CHAT);
    private final Selection selection;

    SideCallBean(Selection selection) {
        this.selection = selection;
    }

    /** Begins the exchange's {@link SideCall}, and chooses among the deployments that it names. */
    public void begin(Exchange exchange) throws LlmException {
        SideCall side = exchange.getProperty(SideCall.PROPERTY, SideCall.class);
        Call main = Call.of(exchange);
        TaskVersion task = main.task();
        Call own = main.aside(
                new TaskVersion(
                        task.name(),
                        task.contract().aside(side.form()),
                        task.profileVersion(),
                        task.routeVersion(),
                        side.deployments(),
                        null),
                side.limits().time());
        own.part(Aside.class, () -> new Aside(main, side.role()));
        exchange.setProperty(Call.PROPERTY, own);
        exchange.removeProperty(SideCall.FAILURE);
        if (!side.outlives()) {
            Cancellation whole = main.cancellation();
            own.onClose(whole.onCancel(() -> own.cancellation().cancel(whole.reason()))::close);
        }
        accept(own, side);
        AttemptsBean.forget(exchange);
        Lane.aside(exchange, side.role());
        AttemptsBean.choose(exchange, selection.choose(own, side.deployments()));
    }

    private void accept(Call own, SideCall side) throws LlmException {
        byte[] payload =
                codec.demandJson(side.prompt(), side.form().name(), side.form().json());
        JsonNode tree = Json.parseRequest(payload);
        LlmRequest.Limits limits =
                LlmRequest.Limits.NONE.withMaxOutputTokens(side.limits().maxOutputTokens());
        own.accept(
                new LlmRequest(
                        Operation.CHAT,
                        Dialect.OPENAI_CHAT,
                        payload,
                        false,
                        limits,
                        Set.of(),
                        Map.of(),
                        own.cancellation()),
                codec.summarize(tree));
        PromptSize.of(own, tree);
    }

    /** It has come to nothing; the exchange goes on with {@link SideCall#FAILURE}. */
    public void failed(Exchange exchange) {
        LlmException known = LlmException.within(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        exchange.setProperty(
                SideCall.FAILURE,
                known != null
                        ? known
                        : LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                                .code("internal")
                                .detail("a side call failed")
                                .build());
    }

    /** The exchange carries the call again that this one was made for. */
    public void end(Exchange exchange) {
        Call own = Call.of(exchange);
        if (Aside.of(own) != null) {
            exchange.setProperty(Call.PROPERTY, Aside.of(own).main());
            own.close();
        }
        AttemptsBean.forget(exchange);
    }

    /** The names in a parameter. */
    public static List<String> names(String list) {
        return AttemptsBean.names(list);
    }
}
