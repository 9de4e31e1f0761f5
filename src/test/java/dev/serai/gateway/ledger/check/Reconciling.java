/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

import dev.serai.gateway.ledger.LedgerInstance;

/** Reconciles the ledger of an instance that has no gateway, by its clock. */
public final class Reconciling {
    private Reconciling() {}

    /** @param all whether the records are those of all calls */
    public static Reconciliation.Report report(LedgerInstance one, Path records, boolean all) {
        return new Reconciliation(
                        one.pool.template(),
                        one.ledger,
                        one.pool.transactions(),
                        new RecordFiles(records, all),
                        one.clock)
                .check(null, LocalDate.ofInstant(one.clock.instant(), ZoneOffset.UTC));
    }
}
