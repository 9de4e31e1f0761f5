/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Batches;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.check.RecordFiles.Said;

import static dev.serai.gateway.database.SqlTimes.time;

/** Whether the ledger and the decision records agree, call by call. For one snapshot of the ledger, and one thread. */
final class RecordChecks {
    private static final int AT_ONCE = 1000;
    /** A record is written a moment after its settlement. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private final JdbcTemplate jdbc;
    private final Findings findings;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Said> waiting = new LinkedHashMap<>();
    private final List<Said> missing = new ArrayList<>();
    private final Map<Path, Span> spans = new HashMap<>();
    private long count;

    RecordChecks(JdbcTemplate jdbc, Findings findings) {
        this.jdbc = jdbc;
        this.findings = findings;
    }

    /** Of a settlement; what was corrected later is not in the record. */
    private record Kept(Usd cost, Usd credit, boolean swept) {}

    /** The time that the records of one folder are of. */
    private record Span(Instant first, Instant last) {
        Span with(Span other) {
            return new Span(
                    first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
        }

        Span common(Span other) {
            return new Span(
                    first.isAfter(other.first) ? first : other.first, last.isBefore(other.last) ? last : other.last);
        }
    }

    long count() {
        return count;
    }

    void take(Said said, Instant from, Instant until) {
        if (said.arrived().isBefore(from) || !said.arrived().isBefore(until)) {
            return;
        }
        count++;
        spans.merge(said.source(), new Span(said.arrived(), said.arrived()), Span::with);
        if (!seen.add(said.callId())) {
            findings.add("record", said.callId(), "there are two records of this call");
            return;
        }
        waiting.put(said.callId(), said);
        if (waiting.size() == AT_ONCE) {
            compareWaiting();
        }
    }

    /** After the last one. */
    void compareWaiting() {
        Map<String, Kept> kept = kept(waiting.keySet());
        waiting.values().forEach(said -> compare(said, kept.get(said.callId())));
        waiting.clear();
    }

    private Map<String, Kept> kept(Collection<String> calls) {
        Map<String, Kept> kept = new HashMap<>();
        if (calls.isEmpty()) {
            return kept;
        }
        jdbc.query(
                "select s.call_id, s.credit + s.overrun as credit, s.swept,"
                        + " coalesce(sum(case when e.book = 'COST' and e.corrects is null and (s.swept or not e.swept)"
                        + " then e.amount end), 0) as cost"
                        + " from ledger_settlement s left join ledger_entry e on e.call_id = s.call_id"
                        + " where s.call_id = any(?) group by s.call_id, s.credit, s.overrun, s.swept",
                statement -> Batches.array(statement, 1, "varchar", calls),
                row -> {
                    kept.put(
                            row.getString("call_id"),
                            new Kept(
                                    new Usd(row.getLong("cost")),
                                    new Usd(row.getLong("credit")),
                                    row.getBoolean("swept")));
                });
        return kept;
    }

    private void compare(Said said, Kept kept) {
        if (kept == null) {
            if (said.ofMoney()) {
                missing.add(said);
            }
            return;
        }
        compare(said, "cost", said.cost(), kept.cost(), kept);
        compare(said, "credit", said.credit(), kept.credit(), kept);
    }

    private void compare(Said said, String what, Usd inRecord, Usd inLedger, Kept kept) {
        Usd recorded = inRecord == null ? Usd.ZERO : inRecord;
        if (!recorded.equals(inLedger)) {
            String swept = kept.swept() ? ": it was swept" : "";
            findings.add(
                    "record",
                    said.callId(),
                    what + " is " + recorded + " USD in the record, " + inLedger + " in the ledger" + swept);
        }
    }

    /**
     * Those that were not in the ledger are looked for once more, now that all has been written that was waiting: records are
     * written all the time. Not within the snapshot.
     */
    void lookAgain() {
        for (int start = 0; start < missing.size(); start += AT_ONCE) {
            List<Said> some = missing.subList(start, Math.min(missing.size(), start + AT_ONCE));
            Map<String, Kept> kept = kept(some.stream().map(Said::callId).toList());
            for (Said said : some) {
                if (kept.containsKey(said.callId())) {
                    compare(said, kept.get(said.callId()));
                } else {
                    findings.add("record", said.callId(), "its call is not in the ledger");
                }
            }
        }
    }

    boolean isAnyMissing() {
        return !missing.isEmpty();
    }

    /**
     * Settlements without a record, of the time that the records of all folders are of: of another time an instance's may not have
     * been copied. Of swept ones nobody could write it.
     */
    void unrecorded(Instant now) {
        Optional<Span> common = spans.values().stream().reduce(Span::common);
        if (common.isEmpty()) {
            return;
        }
        List<String> unrecorded = new ArrayList<>();
        jdbc.query(
                "select call_id from ledger_settlement where arrived_at >= ? and arrived_at <= ? and settled_at < ?"
                        + " and not swept",
                row -> {
                    if (!seen.contains(row.getString("call_id"))) {
                        unrecorded.add(row.getString("call_id"));
                    }
                },
                time(common.get().first()),
                time(common.get().last()),
                time(now.minus(SOON)));
        unrecorded.forEach(call -> findings.add("settlement", call, "there is no record of this call"));
    }
}
