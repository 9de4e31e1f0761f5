/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.fleet.KillSwitch.Kind;
import dev.serai.gateway.fleet.KillSwitches;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Ends a call whose caller or task an operator has switched off. Thread-safe. */
@Component("kill-switch")
public final class KillSwitchCheck implements Processor {
    /** The code of both refusals. */
    public static final String CODE = "kill_switch";

    private final KillSwitches switches;

    KillSwitchCheck(KillSwitches switches) {
        this.switches = switches;
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        Call call = Call.of(exchange);
        if (switches.isOn(Kind.CALLER, call.caller().name())) {
            throw LlmException.of(ErrorClass.FORBIDDEN)
                    .code(CODE)
                    .detail("the caller is switched off")
                    .reason("This key has been switched off by the gateway's operators.")
                    .build();
        }
        if (switches.isOn(Kind.TASK, call.task().name())) {
            throw LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                    .code(CODE)
                    .detail("the task is switched off")
                    .reason("This task has been switched off by the gateway's operators.")
                    .build();
        }
    }
}
