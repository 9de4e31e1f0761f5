/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;

import dev.serai.gateway.dispatch.Call;

/** Hears of calls at the queue of the instance, on the call's thread. Must not block. */
public interface OverloadListener {
    /** It has a place now. */
    void admitted(Call call, Duration waited);

    /** It got none. @param why the code of the error */
    void refused(Call call, String why);
}
