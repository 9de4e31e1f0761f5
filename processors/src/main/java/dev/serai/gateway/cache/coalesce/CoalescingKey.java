/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.coalesce;

import java.util.Set;

import dev.serai.gateway.admission.overload.QueueTime;
import dev.serai.gateway.cache.AnswerForm;
import dev.serai.gateway.cache.RequestKey;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/**
 * What calls must have in common to share one: the question, the bytes in which the answer goes out, how urgent they are, and where
 * it may come from.
 *
 * @param priority null for a call that needed no place
 */
record CoalescingKey(
        RequestKey request,
        String door,
        AnswerForm form,
        Integer priority,
        Set<String> regions,
        Set<String> dataClasses) {

    static CoalescingKey of(Call call) throws LlmException {
        QueueTime place = call.part(QueueTime.class);
        return new CoalescingKey(
                RequestKey.of(call),
                call.door(),
                AnswerForm.of(call),
                place == null ? null : place.priority(),
                call.caller().regions(),
                call.caller().dataClasses());
    }
}
