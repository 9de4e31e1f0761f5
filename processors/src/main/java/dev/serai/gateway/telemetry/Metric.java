/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

/** Every meter of the gateway, with its meaning and its tags: the reference page is made from this. */
public enum Metric {
    CALLS("serai.calls", "seconds from a call's arrival to its last byte", "task", "door", "outcome"),
    FIRST_CONTENT("serai.calls.first.content", "seconds from a call's arrival to its first content", "task"),
    CALLS_ACTIVE("serai.calls.active", "calls that have arrived and not ended"),
    ATTEMPTS(
            "gen_ai.client.operation.duration",
            "seconds of one attempt at a deployment; its outcome is drill where a drill's fault came in the provider's place",
            "task",
            "model",
            "provider",
            "outcome"),
    FIRST_TOKEN(
            "gen_ai.server.time_to_first_token",
            "seconds from an attempt's start to its first content",
            "task",
            "model",
            "provider"),
    TOKENS("gen_ai.client.token.usage", "tokens that providers reported", "task", "model", "provider", "type"),
    COST(
            "serai.cost.usd",
            "what providers charge, in USD: of attempts whose answer nobody got, too; estimated where a provider did not say its usage",
            "task",
            "model",
            "provider",
            "outcome"),
    HOLDS(
            "serai.holds",
            "times that the ledger was asked to hold money for an attempt: held, or short where there is not enough; calls refused for money are those of serai.calls whose outcome is insufficient_funds",
            "task",
            "model",
            "provider",
            "outcome"),
    DOWNGRADES(
            "serai.downgrades",
            "calls that a cheaper deployment was asked for, because there was not enough money for the first",
            "task",
            "model",
            "provider"),
    LEDGER_RESERVATIONS(
            "serai.ledger.reservations",
            "seconds that calls waited until their money was held: granted, short (a budget or a ceiling has not enough left) or unavailable (the database is away); alert on unavailable",
            "outcome"),
    LEDGER_COMMITS(
            "serai.ledger.commits", "seconds of one transaction of the ledger, in which all is written that waits"),
    LEDGER_UNWRITTEN(
            "serai.ledger.unwritten",
            "settlements that wait for the database; alert when it stays above some hundreds"),
    LEDGER_OVERRUN(
            "serai.ledger.overrun.usd",
            "what calls were worth beyond what was held for them and left of their budgets, in USD: the gateway bears it"),
    LEDGER_SWEPT(
            "serai.ledger.swept",
            "calls that ended with their process and were settled at what they held: alert when it grows without a crash"),
    LEDGER_LOST(
            "serai.ledger.lost",
            "settlements that the ledger could not take; their calls are swept: alert when it is not 0"),
    LEDGER_ALERTS(
            "serai.ledger.alerts",
            "budgets and ceilings that came to 50, 80 or 100 percent; once in the fleet for each window",
            "kind",
            "level"),
    FALLBACKS("serai.fallbacks", "calls that more than one deployment was asked for", "task"),
    HEDGES(
            "serai.hedges",
            "times that a hedge was due: started, no_budget or no_capacity; against serai.calls, the share of extra calls",
            "task",
            "result"),
    SHADOWS_DROPPED(
            "serai.shadows.dropped",
            "copies that were not sent to a shadow, because enough were under way or it had no capacity to spare",
            "task",
            "deployment"),
    CACHE_LOOKUPS(
            "serai.cache.lookups",
            "calls of tasks that keep answers: hit, miss, or bypass where the caller wanted a new one",
            "task",
            "result"),
    CACHE_ANSWERS(
            "serai.cache.answers",
            "answers of such tasks: kept; unfit to be given again; too_large; downgraded, and so not what the task would give",
            "task",
            "result"),
    CACHE_CROWDED_OUT(
            "serai.cache.crowded.out",
            "answers that had to go before their time, because others needed their room: raise serai.cache.max-size where hits are worth it"),
    CACHE_KEPT("serai.cache.kept", "answers that this instance keeps now"),
    CACHE_BYTES("serai.cache.bytes", "what they take of serai.cache.max-size"),
    COALESCED_CALLS(
            "serai.coalesced.calls",
            "calls of tasks that share: made, an answer that others could join; joined, another's; left, and went their own way",
            "task",
            "result"),
    COALESCED_RUNNING("serai.coalesced.running", "answers that are made on this instance now and can be joined"),
    JUDGE_SCORE("serai.judge.score", "scores that judges gave to answers of a model, from 0 to 10", "task", "model"),
    JUDGE_DROPPED(
            "serai.judge.dropped",
            "answers that were to be scored after their delivery and are not, because enough are under way, no judge has capacity to spare, or they are too long",
            "task"),
    CONFIDENCE(
            "serai.confidence",
            "answers that were judged before their delivery: high; low where the best that there was is below the threshold; unjudged where the judge failed, or it is no answer to judge",
            "task",
            "outcome"),
    IDEMPOTENT_CALLS(
            "serai.idempotency.calls",
            "calls with an idempotency key: made, replayed or joined; refused as conflict, not_kept or unavailable",
            "task",
            "result"),
    IDEMPOTENT_RUNNING("serai.idempotency.running", "calls with an idempotency key that this instance makes now"),
    IDEMPOTENT_LOST(
            "serai.idempotency.lost",
            "answers that should have been kept for their idempotency key and are not: too_long; database where that was away; lease where this instance was taken for crashed",
            "task",
            "reason"),
    PLACES_LIMIT("serai.places.limit", "calls that this instance takes at a time now, by how late it runs"),
    PLACES_USED("serai.places.used", "calls that have a place on this instance"),
    PLACES_QUEUED("serai.places.queued", "calls that wait for a place on this instance"),
    PLACES_LATE("serai.places.late", "seconds that threads of this instance run late, which its limit follows"),
    QUEUE_TIME("serai.queue.time", "seconds that calls waited for their place on an instance", "task"),
    REFUSED(
            "serai.overload.refused",
            "calls that got no place on an instance; the outcome is the error's code: queue_full, shed for a more urgent call, no_time or queue_timeout",
            "task",
            "outcome"),
    DEPLOYMENT_LIMIT(
            "serai.deployment.limit", "attempts that a model's deployments take at a time now", "model", "provider"),
    DEPLOYMENT_USED("serai.deployment.used", "attempts under way at a model's deployments", "model", "provider"),
    DEPLOYMENT_QUEUED(
            "serai.deployment.queued", "calls that wait for a place at a model's deployments", "model", "provider"),
    BREAKER_STATE(
            "serai.breaker.open", "1 while a deployment's breaker is open, 0.5 half open, 0 closed", "deployment"),
    KILL_SWITCHES("serai.kill.switches", "kill switches that are on", "kind"),
    HEADROOM(
            "serai.headroom",
            "how many times over the deployments behind a task's first one could carry that one's traffic of the last minute, by their rateLimits; NaN where those are not known, absent without traffic or without a second deployment",
            "task"),
    QUOTA_REFUSED(
            "serai.quota.refused",
            "calls that a limit of their caller or task refused; the outcome says which, e.g. caller_requests",
            "task",
            "outcome"),
    QUOTA_PASSED_OVER(
            "serai.quota.passed.over",
            "times that a deployment was passed over because its rateLimits were used up: requests or tokens",
            "task",
            "model",
            "provider",
            "outcome"),
    QUOTA_LEASES(
            "serai.quota.leases",
            "times that this instance asked the fleet for a block of tokens, and calls may have waited for it; only where serai.fleet.enabled"),
    DRILLS("serai.drills", "drills that inject faults now"),
    FLEET_UP("serai.fleet.up", "1 while the fleet's store is in reach; only where serai.fleet.enabled"),
    FLEET_MEMBERS(
            "serai.fleet.members", "instances in touch with this one, itself included; only where serai.fleet.enabled"),
    VERSIONS_AGE(
            "serai.versions.age",
            "seconds since the versions that serve were last compared with the database; about 1 while it is in reach"),
    VERSIONS_UNSERVED(
            "serai.versions.unserved",
            "tasks of which this instance cannot serve the version that is agreed on, and serves another: alert when it is not 0"),
    EVENTS_SKIPPED("serai.stream.events.skipped", "malformed events of provider streams that were skipped", "provider"),
    RELOADS(
            "serai.reloads",
            "changes of files: applied, at least in part, and refused, at least in part; one can be both",
            "result"),
    RELOAD_PROBLEMS(
            "serai.reload.problems",
            "what keeps files on disk from being in force now: alert when it is not 0 for some minutes"),
    EDITIONS(
            "serai.reload.editions",
            "states of the files in which calls are under way: 1, and one more for each reload whose earlier calls have not ended"),
    RECORDS_DROPPED("serai.records.dropped", "decision records that no sink could take in time");

    private final String meter;
    private final String description;
    private final String[] tags;

    Metric(String meter, String description, String... tags) {
        this.meter = meter;
        this.description = description;
        this.tags = tags;
    }

    public String meter() {
        return meter;
    }

    public String description() {
        return description;
    }

    public String[] tags() {
        return tags.clone();
    }
}
