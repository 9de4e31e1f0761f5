/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.time.Duration;

/**
 * A limit as it stood when a call was let in, or refused. Immutable.
 *
 * @param left      how many more may come now
 * @param untilFull until as many may come at once as ever
 */
public record LimitStanding(Kind kind, long perMinute, long left, Duration untilFull) {
    static LimitStanding of(Charge charge) {
        return new LimitStanding(
                charge.limit().id().kind(), charge.limit().perMinute(), charge.left(), charge.untilFull());
    }
}
