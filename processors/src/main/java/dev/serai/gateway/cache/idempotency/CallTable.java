/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.io.ByteArrayOutputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.fleet.Fleet;

/**
 * The tables of calls with idempotency keys. All times are the database's, so that the clocks of instances don't matter.
 * Thread-safe. Every method throws a NestedRuntimeException where the database cannot be reached.
 */
@Component
final class CallTable {
    /** What one statement of the clean-up deletes at most. */
    static final int BATCH = 1_000;

    private static final int PART = 512 * 1024;
    private static final String NOW = "current_timestamp";
    /** That many milliseconds from now. */
    private static final String IN_MILLIS = NOW + " + cast(? as bigint) * interval '0.001' second";

    private static final String EXPIRED = "owner is null and expires_at < " + NOW;
    private static final String ABANDONED = "owner is not null and lease_until < " + NOW;

    private final JdbcClient jdbc;
    private final Transactions transactions;
    private final String self;
    private final IdempotencySettings settings;

    @Autowired
    CallTable(JdbcClient jdbc, Transactions transactions, Fleet fleet, IdempotencySettings settings) {
        this(jdbc, transactions, fleet.self(), settings);
    }

    CallTable(JdbcClient jdbc, Transactions transactions, String self, IdempotencySettings settings) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.self = self;
        this.settings = settings;
    }

    /** The name under which this instance makes calls. */
    String self() {
        return self;
    }

    /** Takes a key for a call, where nobody has it, its time is over, or the instance that had it has crashed. */
    Claim claim(KeyedRequest request, String requestId) {
        while (true) {
            if (insert(request, requestId)) {
                return new Claim.Granted();
            }
            Optional<Row> row = find(request.id());
            if (row.isPresent() && row.get().standsAgainst(request)) {
                return row.get().taken();
            }
            if (row.isPresent() && takeOver(request, requestId, row.get())) {
                return new Claim.Granted();
            }
        }
    }

    /**
     * A key's row.
     *
     * @param expired   its time is over
     * @param abandoned its owner has crashed
     */
    private record Row(Claim.Taken taken, boolean expired, boolean abandoned) {
        /** Whose owner crashed is made anew, but only what it asked. */
        boolean standsAgainst(KeyedRequest request) {
            boolean same = taken.requestHash().equals(request.hash())
                    || !taken.sealedWith().equals(request.seal().fingerprint());
            return !expired && !(abandoned && same);
        }
    }

    private boolean insert(KeyedRequest request, String requestId) {
        return jdbc.sql(
                                "insert into idempotent_call (id, caller, request_hash, request_id, owner, lease_until, sealed_with,"
                                        + " answer_kept, expires_at) values (?, ?, ?, ?, ?, " + IN_MILLIS
                                        + ", ?, false, " + IN_MILLIS
                                        + ") on conflict do nothing")
                        .params(request.id(), request.caller(), request.hash(), requestId, self)
                        .param(settings.lease().toMillis())
                        .param(request.seal().fingerprint())
                        .param(settings.keep().toMillis())
                        .update()
                == 1;
    }

    private Optional<Row> find(String id) {
        return jdbc.sql("select request_id, request_hash, sealed_with, owner, answer_kept, " + EXPIRED + " as expired, "
                        + ABANDONED + " as abandoned from idempotent_call where id = ?")
                .param(id)
                .query((row, number) -> row(row))
                .optional();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                new Claim.Taken(
                        row.getString("request_id"),
                        row.getString("request_hash"),
                        row.getString("sealed_with"),
                        row.getString("owner"),
                        row.getBoolean("answer_kept")),
                row.getBoolean("expired"),
                row.getBoolean("abandoned"));
    }

    private boolean takeOver(KeyedRequest request, String requestId, Row row) {
        return transactions.run(() -> {
            boolean taken =
                    jdbc.sql("update idempotent_call set request_hash = ?, request_id = ?, owner = ?, lease_until = "
                                            + IN_MILLIS
                                            + ", awaited_until = null, sealed_with = ?, answer_kept = false, expires_at = "
                                            + IN_MILLIS + " where id = ? and request_id = ? and (" + EXPIRED + " or "
                                            + ABANDONED + ")")
                                    .params(request.hash(), requestId, self)
                                    .param(settings.lease().toMillis())
                                    .param(request.seal().fingerprint())
                                    .param(settings.keep().toMillis())
                                    .params(request.id(), row.taken().requestId())
                                    .update()
                            == 1;
            if (taken) {
                jdbc.sql("delete from idempotent_answer where call_id = ?")
                        .param(request.id())
                        .update();
            }
            return taken;
        });
    }

    /**
     * The call has been answered.
     *
     * @param closed the encrypted answer; null where it is not kept
     * @return false where the key is not the call's any more: another instance took this one for crashed
     */
    boolean finish(KeyedRequest request, String requestId, byte[] closed) {
        return transactions.run(() -> {
            int updated = jdbc.sql("update idempotent_call set owner = null, lease_until = null, answer_kept = ?"
                            + " where id = ? and request_id = ? and owner = ?")
                    .params(closed != null, request.id(), requestId, self)
                    .update();
            for (int from = 0; updated == 1 && closed != null && from < closed.length; from += PART) {
                jdbc.sql("insert into idempotent_answer (call_id, part, content) values (?, ?, ?)")
                        .params(
                                request.id(),
                                from / PART,
                                Arrays.copyOfRange(closed, from, Math.min(from + PART, closed.length)))
                        .update();
            }
            return updated == 1;
        });
    }

    /** The encrypted answer; empty where its time was over meanwhile. */
    byte[] answer(KeyedRequest request) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        List<byte[]> parts = jdbc.sql("select content from idempotent_answer where call_id = ? order by part")
                .param(request.id())
                .query((row, number) -> row.getBytes("content"))
                .list();
        parts.forEach(answer::writeBytes);
        return answer.toByteArray();
    }

    /** The call has failed: whoever comes with its key makes it anew. */
    void free(String id, String requestId) {
        jdbc.sql("delete from idempotent_call where id = ? and request_id = ? and owner = ?")
                .params(id, requestId, self)
                .update();
    }

    /** This instance is at work on all that it owns. */
    void renewLeases() {
        jdbc.sql("update idempotent_call set lease_until = " + IN_MILLIS + " where owner = ?")
                .params(settings.lease().toMillis(), self)
                .update();
    }

    /** Somebody waits here for the answer that another instance makes. */
    void await(KeyedRequest request, String requestId, Duration time) {
        jdbc.sql("update idempotent_call set awaited_until = " + IN_MILLIS + " where id = ? and request_id = ?")
                .params(time.toMillis(), request.id(), requestId)
                .update();
    }

    /** Whether somebody waits elsewhere for the answer that this instance makes. */
    boolean isAwaited(KeyedRequest request, String requestId) {
        return jdbc.sql("select count(*) from idempotent_call where id = ? and request_id = ? and awaited_until >= "
                                + NOW)
                        .params(request.id(), requestId)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** Deletes keys whose time is over; returns how many. */
    int deleteExpired() {
        return jdbc.sql("delete from idempotent_call where id in (select id from idempotent_call where expires_at < "
                        + NOW + " and (owner is null or lease_until < " + NOW + ") limit " + BATCH + ")")
                .update();
    }

    /** That of the key which all instances need; the given one where there was none. */
    String fingerprint(String mine) {
        jdbc.sql("insert into idempotency_seal (id, fingerprint) values (1, ?) on conflict do nothing")
                .param(mine)
                .update();
        return jdbc.sql("select fingerprint from idempotency_seal where id = 1")
                .query(String.class)
                .single();
    }

    void replaceFingerprint(String mine) {
        jdbc.sql("update idempotency_seal set fingerprint = ? where id = 1")
                .param(mine)
                .update();
    }
}
