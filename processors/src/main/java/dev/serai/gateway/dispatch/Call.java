/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.apache.camel.Exchange;

import dev.serai.gateway.edition.Edition;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.task.TaskContract;
import dev.serai.gateway.task.TaskVersion;
import dev.serai.llm.Cancellation;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.provider.LlmProvider;

/**
 * One call from its arrival to its last byte: what is known of it, filled in as it moves along the gateway route. The
 * route's steps run one after the other on one thread; the fields are volatile because the door's thread and the timers
 * look at them too.
 */
public final class Call {
    /** The exchange property that holds the call. */
    public static final String PROPERTY = "SeraiCall";

    private final String requestId;
    private final String door;
    private final TraceParent traceParent;
    private final CallTime time;
    private final Attempts attempts;
    private final Cancellation cancellation = new Cancellation();
    private final CloseActions closeActions = new CloseActions();
    private final CallWork work = new CallWork();
    private final Map<Class<?>, Object> parts = new ConcurrentHashMap<>(4);
    /** Who has something to add to the record: the call itself, and its shadows. */
    private final AtomicInteger open = new AtomicInteger(1);

    private final AtomicReference<CallOutcome> outcome = new AtomicReference<>();
    private final Expressible expressible = new Expressible();

    private volatile Edition edition;
    private volatile Caller caller;
    private volatile TaskVersion task;
    private volatile String pinnedDeployment;
    private volatile LlmRequest request;
    private volatile RequestSummary summary;
    private volatile String routeReason;
    private volatile TaskContract.Interruption interruption;
    private volatile int generation = 1;
    private volatile LlmException brokenBy;

    public Call(String requestId, String door, TraceParent traceParent) {
        this(requestId, door, traceParent, new CallTime(), null);
    }

    private Call(String requestId, String door, TraceParent traceParent, CallTime time, Attempts main) {
        this.requestId = requestId;
        this.door = door;
        this.traceParent = traceParent;
        this.time = time;
        this.attempts = new Attempts(this, main);
    }

    /** A call that is made for this one; its attempts are in this one's record. See {@link Aside}. */
    Call aside(TaskVersion rules, Duration limit) {
        Call own = new Call(requestId, door, traceParent, time.within(limit), attempts);
        own.edition = edition;
        own.caller = caller;
        own.task = rules;
        return own;
    }

    /** The call that an exchange carries. */
    public static Call of(Exchange exchange) {
        Call call = exchange.getProperty(PROPERTY, Call.class);
        if (call == null) {
            throw new IllegalStateException("this exchange did not come through a door: it carries no call");
        }
        return call;
    }

    /** Sets what is in force for the call, to its end. */
    public void within(Edition inForce) {
        this.edition = inForce;
    }

    /** What is in force for the call; null for one that no door has opened. */
    public Edition edition() {
        return edition;
    }

    /** What a package keeps for the call, in a class of its own: made at its first use. */
    public <T> T part(Class<T> type, Supplier<T> make) {
        return type.cast(parts.computeIfAbsent(type, key -> make.get()));
    }

    /** The same where it is there, or null. */
    public <T> T part(Class<T> type) {
        return type.cast(parts.get(type));
    }

    /** Sets what the caller wants, once it is known. */
    public void accept(LlmRequest llmRequest, RequestSummary requestSummary) {
        this.summary = requestSummary;
        this.request = llmRequest;
    }

    public void identify(Caller who) {
        this.caller = who;
    }

    /** @param pinned the deployment that the caller asked for by name, or null */
    public void resolve(TaskVersion version, String pinned) {
        this.task = version;
        this.pinnedDeployment = pinned;
        time.limit(version.contract().deadline());
    }

    /**
     * The field of the request that a provider cannot express, where there is one, or the operation that it does not have:
     * such a deployment is not asked, and nothing is dropped unseen.
     */
    public Optional<String> inexpressible(LlmProvider provider) {
        return expressible.missing(request, provider);
    }

    /** How the call ended; true for the first word, which stands. Only who has it tells the client of its end. */
    public boolean end(CallOutcome how) {
        return outcome.compareAndSet(null, how);
    }

    public boolean failed(LlmException failure) {
        return end(CallOutcome.failed(failure));
    }

    /** A thread of its own begins to work on the call; it runs the returned action at its very end. */
    public Runnable working() {
        return work.begin();
    }

    /** Waits until that thread has ended, for no longer than {@code limit}: then every attempt has its end. */
    public void awaitWork(Duration limit) {
        work.await(limit);
    }

    /** The first content is on its way to the client. */
    public void firstContent() {
        time.firstContent();
    }

    /** A stream has broken after its first content, and this is what was done about it. */
    public void interrupted(TaskContract.Interruption policy) {
        if (interruption == null) {
            interruption = policy;
        }
    }

    /** The policy that has acted; null where no stream broke. */
    public TaskContract.Interruption interruption() {
        return interruption;
    }

    /** The client will be told to discard what it has got: its answer begins anew. */
    public void beginAnew(LlmException why) {
        brokenBy = why;
        generation++;
    }

    /** Why the answer before this one broke; null for the first. */
    public LlmException brokenBy() {
        return brokenBy;
    }

    /** Counts the answers that the client has been given the beginning of, from 1. */
    public int generation() {
        return generation;
    }

    /** Runs when the call is closed, whatever its end; at once where it is closed already. */
    public void onClose(Runnable action) {
        closeActions.add(action);
    }

    /** Releases what the call holds. True the first time only. */
    public boolean close() {
        if (!closeActions.close()) {
            return false;
        }
        time.end();
        closeActions.run();
        return true;
    }

    /** A shadow, or another thing that may outlast the call, begins: the record waits for its end. */
    public void shadowBegins() {
        open.incrementAndGet();
    }

    /** The closed call, or one of its shadows, has nothing to add any more. True for the last: it writes the record. */
    public boolean settled() {
        return open.decrementAndGet() == 0;
    }

    /** Why a pattern asked the deployments that it asked, in a few words without content. */
    void because(String reason) {
        routeReason = reason;
    }

    /** Null where the task's order alone decided. */
    public String routeReason() {
        return routeReason;
    }

    /** Time left until the deadline in nanoseconds, never negative; the task sets the deadline. */
    public long remainingNanos() {
        return time.remainingNanos();
    }

    /** What the next steps have to leave of the time until the deadline for those after them. */
    public void leave(Duration margin) {
        time.leave(margin);
    }

    /** From its arrival to its end, or until now. */
    public long elapsedNanos() {
        return time.elapsedNanos();
    }

    public boolean isStream() {
        LlmRequest r = request;
        return r != null && r.stream();
    }

    public String requestId() {
        return requestId;
    }

    /** The door's name, e.g. {@code openai-chat}. */
    public String door() {
        return door;
    }

    public TraceParent traceParent() {
        return traceParent;
    }

    public Instant arrived() {
        return time.arrived();
    }

    public Cancellation cancellation() {
        return cancellation;
    }

    public Attempts attempts() {
        return attempts;
    }

    public Caller caller() {
        return caller;
    }

    public TaskVersion task() {
        return task;
    }

    public String pinnedDeployment() {
        return pinnedDeployment;
    }

    public LlmRequest request() {
        return request;
    }

    public RequestSummary summary() {
        return summary;
    }

    public CallOutcome outcome() {
        return outcome.get();
    }

    /** Milliseconds from arrival to the first content sent, or null. */
    public Long firstContentMillis() {
        return time.firstContentMillis();
    }
}
