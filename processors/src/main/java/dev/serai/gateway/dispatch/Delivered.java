/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/** How much of a streamed answer has been handed to the client; of an answer that is to be judged, its text. One thread writes. */
public final class Delivered {
    /** A longer answer is not kept. */
    private static final int MOST_KEPT = 200_000;

    private volatile long chars;
    private volatile boolean kept;
    private final StringBuffer text = new StringBuffer();
    private volatile LlmResponse whole;

    public static Delivered of(Call call) {
        return call.part(Delivered.class, Delivered::new);
    }

    /** An answer begins; what came before it is to be discarded. */
    public void begin() {
        chars = 0;
        text.setLength(0);
    }

    public void add(LlmEvent event) {
        long more = 0;
        for (StreamPart part : event.parts()) {
            more += length(part);
            if (kept && part instanceof StreamPart.Text piece && piece.choice() == 0 && text.length() <= MOST_KEPT) {
                text.append(piece.text());
            }
        }
        chars += more;
    }

    /** From now on the answer's text is kept. */
    public void keep() {
        kept = true;
    }

    /** An answer that is no stream. */
    public static void whole(Call call, LlmResponse answer) {
        Delivered delivered = call.part(Delivered.class);
        if (delivered != null && delivered.kept) {
            delivered.whole = answer;
        }
    }

    /** What was kept, or null where that is too long. */
    public String text() throws LlmException {
        LlmResponse response = whole;
        String all = response == null
                ? text.toString()
                : Codecs.of(response.dialect())
                        .readAnswer(Json.parseAnswer(response.body()), null)
                        .text();
        return all.length() > MOST_KEPT ? null : all;
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
