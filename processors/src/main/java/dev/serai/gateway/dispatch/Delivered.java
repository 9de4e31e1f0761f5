/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.llm.LlmEvent;
import dev.serai.llm.conversation.StreamPart;

/** How much of a streamed answer has been handed to the client. One thread writes. */
public final class Delivered {
    private volatile long chars;

    public static Delivered of(Call call) {
        return call.part(Delivered.class, Delivered::new);
    }

    /** An answer begins; what came before it is to be discarded. */
    public void begin() {
        chars = 0;
    }

    public void add(LlmEvent event) {
        long more = 0;
        for (StreamPart part : event.parts()) {
            more += length(part);
        }
        chars += more;
    }

    /** Characters of text and tool arguments. */
    public long chars() {
        return chars;
    }

    private static long length(StreamPart part) {
        if (part instanceof StreamPart.Text text) {
            return text.text().length();
        }
        if (part instanceof StreamPart.ToolCallArguments arguments) {
            return arguments.json().length();
        }
        if (part instanceof StreamPart.Reasoning reasoning) {
            return reasoning.text().length();
        }
        return part instanceof StreamPart.Refusal refusal ? refusal.text().length() : 0;
    }
}
