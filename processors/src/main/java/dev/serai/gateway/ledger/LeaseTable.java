/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.UUID;

import org.springframework.jdbc.core.JdbcTemplate;

/** Who does what one instance has to do for all: whoever was first, until nothing is heard of it any more. Thread-safe. */
final class LeaseTable {
    /** By the database's clock. */
    private static final String END = "current_timestamp + interval '30' second";

    private final JdbcTemplate jdbc;

    LeaseTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Takes it, or keeps it, for half a minute; false where somebody else has it. */
    boolean take(String name, UUID holder) {
        int kept = jdbc.update(
                "update ledger_lease set holder = ?, until = " + END
                        + " where name = ? and (holder = ? or until < current_timestamp)",
                holder,
                name,
                holder);
        return kept == 1
                || jdbc.update(
                                "insert into ledger_lease (name, holder, until) values (?, ?, " + END
                                        + ") on conflict do nothing",
                                name,
                                holder)
                        == 1;
    }

    void giveUp(String name, UUID holder) {
        jdbc.update("delete from ledger_lease where name = ? and holder = ?", name, holder);
    }
}
