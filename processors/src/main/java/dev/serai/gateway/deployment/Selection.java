/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.overload.DeploymentPlaces;
import dev.serai.gateway.deployment.Eligibility.Drop;
import dev.serai.gateway.dispatch.Attempts;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.fleet.KillSwitch;
import dev.serai.gateway.fleet.KillSwitches;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * Chooses, for one call, among the deployments that a task names: policy first, then what the request needs, then health.
 * Deterministic, and each deployment that is dropped is recorded with its reason. Thread-safe, stateless.
 */
@Component
public final class Selection {
    /** The code of a failure that only an open breaker stands behind. */
    public static final String BREAKER_OPEN = "breaker_open";

    /** The code of a failure that only used-up {@link RateLimits} stand behind. */
    public static final String RATE_LIMIT = "deployment_rate_limit";

    private static final Set<DropReason> CALLER_CAN_FIX =
            EnumSet.of(DropReason.CAPABILITY, DropReason.UNSUPPORTED, DropReason.CONTEXT_WINDOW, DropReason.DEMO);

    private final Catalogue catalogue;
    private final Breakers breakers;
    private final KillSwitches killSwitches;

    Selection(Catalogue catalogue, Breakers breakers, KillSwitches killSwitches) {
        this.catalogue = catalogue;
        this.breakers = breakers;
        this.killSwitches = killSwitches;
    }

    /**
     * Those of the named deployments that may serve the call, in their order.
     *
     * @throws LlmException naming the reasons where none is left
     */
    public List<Deployment> choose(Call call, List<String> names) throws LlmException {
        names.stream().filter(name -> find(call, name).isEmpty()).forEach(name -> call.attempts()
                .drop(name, DropReason.UNKNOWN.code(), null));
        List<Deployment> eligible = eligible(call, names, (deployment, drop) -> drop(call, deployment, drop));
        if (eligible.isEmpty()) {
            throw noCandidate(call);
        }
        return healthy(call, Affordable.inOrder(call, eligible));
    }

    /** Those that {@link #choose} would choose now, without a trace. */
    public List<Deployment> preview(Call call, List<String> names) {
        List<Deployment> eligible = eligible(call, names, (deployment, drop) -> {});
        List<Deployment> healthy =
                eligible.stream().filter(d -> breakers.mayPass(d.name())).toList();
        return healthy.isEmpty() ? eligible : healthy;
    }

    /** Whether a deployment may serve the call as one of those named; its health is not asked, and nothing is left behind. */
    public boolean mayServe(Call call, List<String> names, String name) {
        return eligible(call, names, (deployment, drop) -> {}).stream()
                .anyMatch(deployment -> deployment.name().equals(name));
    }

    private List<Deployment> eligible(Call call, List<String> names, BiConsumer<Deployment, Drop> dropped) {
        List<Deployment> known =
                names.stream().flatMap(name -> find(call, name).stream()).toList();
        boolean real = known.stream().anyMatch(d -> !d.demo() && d.usable());
        List<Deployment> eligible = new ArrayList<>();
        for (Deployment deployment : known) {
            Optional<Drop> drop =
                    deployment.demo() && real ? Optional.of(new Drop(DropReason.DEMO, null)) : check(call, deployment);
            if (drop.isPresent()) {
                dropped.accept(deployment, drop.get());
            } else {
                eligible.add(deployment);
            }
        }
        return eligible;
    }

    /** Why a deployment may not serve the call; health is not asked here. */
    public Optional<Drop> check(Call call, Deployment deployment) {
        if (!deployment.usable()) {
            return Optional.of(new Drop(DropReason.NO_CREDENTIAL, null));
        }
        return killed(deployment)
                .or(() -> Eligibility.byContract(call.task().contract(), deployment))
                .or(() -> Eligibility.byCaller(call.caller(), call.task().contract(), deployment))
                .or(() -> Eligibility.byRequest(
                        call.summary().features(),
                        call.request().mayLose(),
                        TokenEstimate.ofChars(call.summary().promptChars()),
                        deployment))
                .or(() -> call.inexpressible(deployment.target()).map(field -> new Drop(DropReason.UNSUPPORTED, field)))
                .or(() -> Affordable.drop(call, deployment));
    }

    private Optional<Drop> killed(Deployment deployment) {
        if (killSwitches.isOn(KillSwitch.Kind.DEPLOYMENT, deployment.name())) {
            return Optional.of(new Drop(DropReason.KILL_SWITCH, "deployment"));
        }
        return killSwitches.isOn(KillSwitch.Kind.PROVIDER, deployment.provider())
                ? Optional.of(new Drop(DropReason.KILL_SWITCH, "provider"))
                : Optional.empty();
    }

    /** Why a deployment is asked by nobody now: {@code kill_switch}, {@code breaker_open}, or null. */
    public String leftAlone(Deployment deployment) {
        return killed(deployment)
                .map(drop -> drop.reason().code())
                .orElse(breakers.mayPass(deployment.name()) ? null : DropReason.BREAKER_OPEN.code());
    }

    /** A deployment of those that are in force for the call. */
    public Optional<Deployment> find(Call call, String name) {
        return catalogue.of(call).find(name);
    }

    /** Records that a deployment is passed over, and why. */
    public void drop(Call call, Deployment deployment, Drop drop) {
        call.attempts().drop(deployment.name(), drop.reason().code(), drop.detail());
    }

    /** Whether {@code candidate} takes a longer prompt than the deployment that has just refused it. */
    public boolean hasLargerWindow(Call call, Deployment candidate, String than) {
        boolean larger = find(call, than)
                .map(d -> candidate.contextWindow() > d.contextWindow())
                .orElse(false);
        if (!larger) {
            drop(
                    call,
                    candidate,
                    new Drop(
                            DropReason.CONTEXT_WINDOW, candidate.contextWindow().toString()));
        }
        return larger;
    }

    /** Whether a failure says that its deployment was not asked, and nothing of the request. */
    public static boolean isPassedOver(LlmException failure) {
        return BREAKER_OPEN.equals(failure.code())
                || RATE_LIMIT.equals(failure.code())
                || DeploymentPlaces.FULL.equals(failure.code());
    }

    /** The failure of a call whose only candidates have open breakers: says when it is worth asking again. */
    public LlmException breakerOpen(String deployment) {
        Duration wait = breakers.untilTrial(deployment);
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .code(BREAKER_OPEN)
                .detail("the deployment's breaker is open")
                .reason("The model is unavailable right now.")
                .retryAfter(wait)
                .build();
    }

    /** The failure of a call that no deployment may serve, with the reasons. */
    public LlmException noCandidate(Call call) {
        List<Attempts.Dropped> dropped = call.attempts().dropped();
        Affordable money = call.part(Affordable.class);
        if (money != null && dropped.stream().anyMatch(drop -> money.tooDear().contains(drop.deployment()))) {
            return money.refusal();
        }
        boolean callerCanFix = !dropped.isEmpty();
        StringBuilder reasons = new StringBuilder();
        for (Attempts.Dropped drop : dropped) {
            DropReason reason = DropReason.valueOf(drop.reason().toUpperCase(Locale.ROOT));
            callerCanFix &= CALLER_CAN_FIX.contains(reason);
            if (reasons.indexOf(described(drop)) < 0) {
                reasons.append(reasons.isEmpty() ? "" : ", ").append(described(drop));
            }
        }
        ErrorClass errorClass = callerCanFix ? ErrorClass.UNSUPPORTED_FEATURE : ErrorClass.PROVIDER_UNAVAILABLE;
        return LlmException.of(errorClass)
                .code("no_eligible_deployment")
                .field(unsupportedField(dropped))
                .detail("no deployment is eligible (" + reasons + ")")
                .reason("No model of this task can serve this request: " + reasons + ".")
                .build();
    }

    /** The one field that stands in the way of every deployment, or null. */
    private static String unsupportedField(List<Attempts.Dropped> dropped) {
        Set<String> fields = new HashSet<>();
        for (Attempts.Dropped drop : dropped) {
            fields.add(drop.reason().equals(DropReason.UNSUPPORTED.code()) ? drop.detail() : null);
        }
        return fields.size() == 1 ? fields.iterator().next() : null;
    }

    private static String described(Attempts.Dropped drop) {
        return drop.detail() == null ? drop.reason() : drop.reason() + " (" + drop.detail() + ")";
    }

    /** Leaves out those with an open breaker, unless that would leave none: then the least bad one may be probed. */
    private List<Deployment> healthy(Call call, List<Deployment> eligible) {
        List<Deployment> healthy = new ArrayList<>(eligible);
        healthy.removeIf(d -> !breakers.mayPass(d.name()));
        if (healthy.isEmpty()) {
            breakers.probeLeastBad(eligible.stream().map(Deployment::name).toList());
            return eligible;
        }
        for (Deployment deployment : eligible) {
            if (!healthy.contains(deployment)) {
                drop(call, deployment, new Drop(DropReason.BREAKER_OPEN, null));
            }
        }
        return healthy;
    }
}
