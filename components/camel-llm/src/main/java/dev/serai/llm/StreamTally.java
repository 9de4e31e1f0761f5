/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import dev.serai.llm.conversation.StreamPart;

/** Counts what a stream has said. One thread writes; {@link #progress} may be read from any. */
final class StreamTally {
    private final ToolCallArguments arguments = new ToolCallArguments();
    private volatile LlmStream.Progress progress = new LlmStream.Progress(null, null, null, null, 0, 0, null);

    LlmStream.Progress progress() {
        return progress;
    }

    boolean finished() {
        return progress.stopReason() != null;
    }

    void skipped() {
        LlmStream.Progress p = progress;
        progress = new LlmStream.Progress(
                p.model(), p.responseId(), p.stopReason(), p.usage(), p.textChars(), p.skipped() + 1, p.advice());
    }

    void add(StreamPart part) {
        LlmStream.Progress p = progress;
        if (part instanceof StreamPart.Start start) {
            progress = copy(p, start.model(), start.id(), p.stopReason(), p.usage(), p.textChars(), p.advice());
        } else if (part instanceof StreamPart.Text text) {
            chars(p, text.text(), p.advice());
        } else if (part instanceof StreamPart.ToolCallArguments fragment) {
            arguments.add(fragment);
            chars(p, fragment.json(), p.advice());
        } else if (part instanceof StreamPart.Reasoning reasoning) {
            chars(p, reasoning.text(), p.advice());
        } else if (part instanceof StreamPart.Refusal refusal) {
            chars(p, refusal.text(), ErrorClass.POLICY_REJECTION);
        } else if (part instanceof StreamPart.UsageReport report) {
            progress = copy(p, p.model(), p.responseId(), p.stopReason(), report.usage(), p.textChars(), p.advice());
        } else if (part instanceof StreamPart.Advice found) {
            chars(p, "", found.advice());
        } else if (part instanceof StreamPart.Finish finish) {
            progress = copy(p, p.model(), p.responseId(), finish.reason(), p.usage(), p.textChars(), advice(p, finish));
        }
    }

    private ErrorClass advice(LlmStream.Progress p, StreamPart.Finish finish) {
        if (finish.reason() == StopReason.REFUSAL || finish.reason() == StopReason.CONTENT_FILTER) {
            return ErrorClass.POLICY_REJECTION;
        }
        return p.advice() == null && arguments.isBroken(finish.choice()) ? ErrorClass.OUTPUT_INVALID : p.advice();
    }

    private void chars(LlmStream.Progress p, String text, ErrorClass advice) {
        progress = copy(p, p.model(), p.responseId(), p.stopReason(), p.usage(), p.textChars() + text.length(), advice);
    }

    private static LlmStream.Progress copy(
            LlmStream.Progress p,
            String model,
            String id,
            StopReason reason,
            Usage usage,
            long chars,
            ErrorClass advice) {
        return new LlmStream.Progress(model, id, reason, usage, chars, p.skipped(), advice);
    }
}
