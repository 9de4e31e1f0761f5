/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.overload.DeploymentPlaces;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.llm.Cancellation;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * What a dispatch pattern's YAML calls, by the bean name {@code attempts}: which deployment is next, and what a failure
 * means by the table of {@link ErrorClass}. The state of a run lies in exchange properties, so that the EIPs around it can
 * read it; the bean itself has none.
 */
@Component("attempts")
public final class AttemptsBean {
    /** The deployment to ask now. */
    public static final String DEPLOYMENT = "SeraiDeployment";
    /** What to do after a failure: retry, hop or fail. */
    public static final String NEXT = "SeraiNext";
    /** Milliseconds to wait before a retry. */
    public static final String WAIT = "SeraiWait";

    private static final String REMAINING = "SeraiRemaining";
    private static final String FAILURE = "SeraiFailure";
    /** Another pattern around this one has chosen already, and in which order they are asked. */
    private static final String CHOSEN = "SeraiChosen";

    private static final String RETURNED = "SeraiReturned";
    /** A longer wait is only worth it where no other deployment is left. */
    private static final Duration SHORT_WAIT = Duration.ofMillis(500);

    private final Selection selection;

    AttemptsBean(Selection selection) {
        this.selection = selection;
    }

    /**
     * Chooses among the named deployments, in their order, those that may serve this call; where a pattern around this one
     * has chosen, that stands.
     */
    public void begin(Exchange exchange, String names) throws LlmException {
        if (exchange.removeProperty(CHOSEN) == null) {
            candidates(exchange, eligible(selection, Call.of(exchange), names));
        }
    }

    /** Those of the named deployments that may serve this call, in their order. */
    static List<Deployment> eligible(Selection selection, Call call, String names) throws LlmException {
        List<Deployment> eligible = selection.choose(call, names(names));
        return call.generation() > 1 ? forAnotherAnswer(call, eligible) : eligible;
    }

    /** The names in a parameter. */
    static List<String> names(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Sets what a pattern inside of the calling one asks, in this order; copies of the exchange take from it together. */
    static void choose(Exchange exchange, List<Deployment> candidates) {
        candidates(exchange, candidates);
        exchange.setProperty(CHOSEN, true);
    }

    /** The choice is over: the next pattern makes its own. */
    static void forget(Exchange exchange) {
        exchange.removeProperty(CHOSEN);
        exchange.removeProperty(Lane.PROPERTY);
    }

    /** Those that nobody has asked yet. */
    static Deque<Deployment> remaining(Exchange exchange) {
        return (Candidates) exchange.getProperty(REMAINING);
    }

    /** The next to be asked on this exchange, whatever else remains. */
    static void next(Exchange exchange, Deployment deployment) {
        exchange.setProperty(DEPLOYMENT, deployment.name());
        exchange.setProperty(NEXT, "retry");
    }

    private static void candidates(Exchange exchange, List<Deployment> candidates) {
        exchange.setProperty(REMAINING, new Candidates(candidates));
        exchange.setProperty(NEXT, "hop");
        // where only fallbacks refuse, the caller is told what broke the answer before
        exchange.setProperty(FAILURE, Call.of(exchange).brokenBy());
        exchange.removeProperty(RETURNED);
        FullDeployments.forget(exchange);
    }

    /** After an answer broke: first those that had no chance yet, then those that the table would ask once more. */
    private static List<Deployment> forAnotherAnswer(Call call, List<Deployment> eligible) throws LlmException {
        Attempts attempts = call.attempts();
        List<Deployment> left = new ArrayList<>(eligible);
        left.removeIf(deployment -> attempts.count(deployment.name()) > 0 && !attempts.onlyLost(deployment.name()));
        eligible.stream()
                .filter(deployment -> attempts.mayRetry(deployment.name()))
                .forEach(left::add);
        if (left.isEmpty()) {
            throw call.brokenBy();
        }
        return left;
    }

    /** A type of its own, because Camel would convert a collection. Thread-safe: lanes of a race take from one. */
    private static final class Candidates extends ConcurrentLinkedDeque<Deployment> {
        private static final long serialVersionUID = 1L;

        Candidates(List<Deployment> deployments) {
            super(deployments);
        }
    }

    /** Whether there is a deployment to ask; it is then in {@link #DEPLOYMENT}, and the body is the request again. */
    public boolean another(Exchange exchange) {
        Call call = Call.of(exchange);
        String next = exchange.getProperty(NEXT, String.class);
        if ("hop".equals(next)) {
            Deployment deployment = remaining(exchange).poll();
            String name = deployment == null ? FullDeployments.waitForNext(exchange) : deployment.name();
            if (name == null) {
                return false;
            }
            exchange.setProperty(DEPLOYMENT, name);
        } else if (!"retry".equals(next)) {
            return false;
        }
        exchange.setProperty(NEXT, "done");
        exchange.getMessage().setBody(call.request());
        return true;
    }

    /** Reads the failure that the EIPs caught and says in {@link #NEXT} what follows from it. */
    public void failed(Exchange exchange) {
        Call call = Call.of(exchange);
        String deployment = exchange.getProperty(DEPLOYMENT, String.class);
        LlmException failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, LlmException.class);
        if (Selection.isPassedOver(failure)) {
            if (DeploymentPlaces.FULL.equals(failure.code())) {
                FullDeployments.add(exchange, deployment);
            }
            remember(exchange, failure);
            exchange.setProperty(NEXT, "hop");
            return;
        }
        if (failure.errorClass() == ErrorClass.INSUFFICIENT_FUNDS) {
            // nobody was asked, and other lanes have their own money
            remember(exchange, failure);
            exchange.setProperty(NEXT, call.task().contract().mayDowngrade() ? "hop" : "fail");
            return;
        }
        boolean refusal = FallbackRefusal.is(call.attempts(), deployment, failure);
        if (!refusal || exchange.getProperty(FAILURE) == null) {
            remember(exchange, failure);
        }
        Race race = Lane.of(exchange).race();
        if (race != null && !refusal && isFinal(call, failure)) {
            race.close();
        }
        if (race != null && !race.isOpen()) {
            exchange.setProperty(NEXT, "fail");
            return;
        }
        if (refusal) {
            exchange.setProperty(NEXT, afterRefusal(exchange, call, deployment, failure));
            return;
        }
        Optional<Duration> wait = retryWait(exchange, call, deployment, failure);
        if (wait.isPresent()) {
            exchange.setProperty(WAIT, wait.get().toMillis());
            exchange.setProperty(NEXT, "retry");
        } else {
            exchange.setProperty(NEXT, mayHop(exchange, call, deployment, failure) ? "hop" : "fail");
        }
    }

    /** Waits before a retry, on the call's own virtual thread; not a moment longer than the call lives. */
    public void pause(Exchange exchange) throws InterruptedException {
        Race race = Lane.of(exchange).race();
        if (race != null) {
            if (race.awaitClosed(Duration.ofMillis(exchange.getProperty(WAIT, Long.class)))) {
                exchange.setProperty(NEXT, "fail");
            }
            return;
        }
        CountDownLatch cancelled = new CountDownLatch(1);
        try (Cancellation.Registration registration =
                Call.of(exchange).cancellation().onCancel(cancelled::countDown)) {
            cancelled.await(exchange.getProperty(WAIT, Long.class), TimeUnit.MILLISECONDS);
        }
    }

    /** Ends the run: an answer is the body, or the last failure is thrown. */
    public void conclude(Exchange exchange) throws LlmException {
        if ("done".equals(exchange.getProperty(NEXT, String.class))) {
            return;
        }
        Call call = Call.of(exchange);
        LlmException failure = exchange.getProperty(FAILURE, LlmException.class);
        Race race = Lane.of(exchange).race();
        if (race != null) {
            race.leave();
            throw failure != null ? failure : Race.lost();
        }
        throw failure != null ? failure : selection.noCandidate(call);
    }

    /** Whether the table of error classes says that no other deployment is to be asked, either. */
    private static boolean isFinal(Call call, LlmException failure) {
        return failure.errorClass() != ErrorClass.CANCELLED
                && call.attempts().hasRoom(0)
                && !call.attempts().mayHop(failure);
    }

    private Optional<Duration> retryWait(Exchange exchange, Call call, String deployment, LlmException failure) {
        if (!failure.retryable() || call.attempts().count(deployment) > 1) {
            return Optional.empty();
        }
        Duration wait = failure.retryAfter().orElseGet(Backoff::firstRetry);
        boolean longWait = wait.compareTo(SHORT_WAIT) > 0;
        if (longWait && !remaining(exchange).isEmpty() || !call.attempts().hasRoom(wait.toNanos())) {
            return Optional.empty();
        }
        return Optional.of(wait);
    }

    /** The next deployment, or else once more the one that has failed before: that may have passed. */
    private String afterRefusal(Exchange exchange, Call call, String deployment, LlmException failure) {
        if (failure.errorClass() == ErrorClass.CONTEXT_OVERFLOW) {
            remaining(exchange).removeIf(candidate -> !selection.hasLargerWindow(call, candidate, deployment));
        }
        if (!remaining(exchange).isEmpty()) {
            return call.attempts().hasRoom(0) ? "hop" : "fail";
        }
        Optional<Attempt> earlier = FallbackRefusal.worthAnotherTry(call.attempts(), deployment);
        if (earlier.isEmpty() || exchange.getProperty(RETURNED) != null) {
            return "fail";
        }
        Duration wait = earlier.get().failure().retryAfter().orElseGet(Backoff::firstRetry);
        if (!call.attempts().hasRoom(wait.toNanos())) {
            return "fail";
        }
        exchange.setProperty(RETURNED, true);
        exchange.setProperty(DEPLOYMENT, earlier.get().deployment());
        exchange.setProperty(WAIT, wait.toMillis());
        return "retry";
    }

    private boolean mayHop(Exchange exchange, Call call, String deployment, LlmException failure) {
        if (!call.attempts().mayHop(failure)) {
            return false;
        }
        if (failure.errorClass().hop() == ErrorClass.Hop.LARGER_WINDOW) {
            remaining(exchange).removeIf(candidate -> !selection.hasLargerWindow(call, candidate, deployment));
            return !remaining(exchange).isEmpty();
        }
        return true;
    }

    private static void remember(Exchange exchange, LlmException failure) {
        LlmException before = exchange.getProperty(FAILURE, LlmException.class);
        exchange.setProperty(FAILURE, before == null ? failure : Telling.more(before, failure));
    }
}
