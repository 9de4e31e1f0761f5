/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.util.Iterator;

import dev.serai.llm.provider.sim.SimFault.Kind;
import dev.serai.llm.provider.sim.SimFrame.Role;
import dev.serai.llm.provider.sim.SimRequest.Outcome;
import dev.serai.llm.provider.sim.SimScript.Timing;

/** Sends the events of one answer in their time, and strikes with the fault where the script says so. Used by one thread. */
final class StreamPlayer {
    private final SimWire wire;
    private final SimDialect dialect;
    private final SimFault fault;
    private final Timing timing;
    private final SimExchange exchange;
    private int sent;
    private int framesSent;

    StreamPlayer(SimWire wire, SimDialect dialect, SimFault fault, Timing timing, SimExchange exchange) {
        this.wire = wire;
        this.dialect = dialect;
        this.fault = fault;
        this.timing = timing;
        this.exchange = exchange;
    }

    Outcome play(SimAnswer answer, boolean usage, String requestId) throws IOException {
        Iterator<SimFrame> frames = dialect.frames(answer, usage).iterator();
        boolean struck = fault.kind() == Kind.REFUSAL;
        while (frames.hasNext()) {
            if (fault.interrupts() && sent >= fault.after()) {
                if (fault.kind() == Kind.IN_BAND_ERROR) {
                    wire.chunk(dialect.errorEvent(new SimDialect.Progress(answer, framesSent, requestId))
                            .bytes());
                    wire.endStream();
                    return Outcome.FAULTED;
                }
                return fault.strike(wire);
            }
            struck |= send(frames.next());
        }
        wire.endStream();
        return struck ? Outcome.FAULTED : Outcome.COMPLETED;
    }

    /** True where the fault spoilt this frame. */
    private boolean send(SimFrame frame) throws IOException {
        if (frame.role() == Role.DONE && fault.kind() == Kind.NO_DONE) {
            return true;
        }
        boolean spoilt = false;
        if (frame.role() == Role.TOKEN) {
            wire.pause(sent == 0 ? timing.firstTokenDelay() : timing.tokenDelay());
            spoilt = fault.kind() == Kind.MALFORMED && sent + 1 == fault.after();
            if (spoilt) {
                wire.chunk(dialect.malformed().bytes());
            }
        }
        wire.chunk(frame.bytes());
        framesSent++;
        if (frame.role() == Role.TOKEN) {
            exchange.tokensSent(++sent);
        }
        return spoilt;
    }
}
