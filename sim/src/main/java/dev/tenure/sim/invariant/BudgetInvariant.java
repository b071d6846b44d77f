package dev.tenure.sim.invariant;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.policy.PodDisruptionBudget.BudgetStatus;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.world.Observer.Write;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// The arithmetic of disruption budgets: what the controller writes adds up, an eviction takes exactly
/// one from each budget that covers the pod, none takes what is not there, and no ready pod that is
/// covered leaves by an eviction that its budget has not noted. Confined to the thread of its world.
final class BudgetInvariant implements Invariant {
    private static final String BUDGETS = "poddisruptionbudgets";
    private static final String EVICTION = "eviction";

    private final Consumer<String> violated;
    private final Map<String, PodDisruptionBudget> budgets = new HashMap<>();

    BudgetInvariant(Iterable<StoredObject> objects, Consumer<String> violated) {
        this.violated = violated;
        for (StoredObject object : objects) {
            if (object.key().resource().equals(BUDGETS)) {
                budgets.put(object.uid(), object.view(PodDisruptionBudget.class));
            }
        }
    }

    @Override
    public void after(Write write) {
        StoredObject object = write.after();
        if (object.key().resource().equals(BUDGETS)) {
            budget(write);
        } else if (ObservedCluster.isPod(object) && write.before().isPresent()) {
            boolean evicted = write.origin().subresource().equals(EVICTION);
            boolean leaves = !write.before().get().header().deleting()
                    && (write.deletion() || object.header().deleting());
            if (evicted && leaves) {
                evicted(write.before().get().view(Pod.class));
            }
        }
    }

    private void budget(Write write) {
        if (write.deletion()) {
            budgets.remove(write.after().uid());
            return;
        }
        PodDisruptionBudget budget = write.after().view(PodDisruptionBudget.class);
        budgets.put(write.after().uid(), budget);
        BudgetStatus status = budget.status();
        if (status.disruptionsAllowed() < 0) {
            violated.accept("budget %s allows %d disruptions".formatted(name(budget), status.disruptionsAllowed()));
        }
        if (write.origin().subresource().equals("status")) {
            int spare = Math.max(0, status.currentHealthy() - status.desiredHealthy());
            int allowed = status.expectedPods() <= 0 ? 0 : spare;
            if (status.disruptionsAllowed() != allowed) {
                violated.accept("budget %s allows %d disruptions where %d of %d pods are healthy and %d must be"
                        .formatted(
                                name(budget),
                                status.disruptionsAllowed(),
                                status.currentHealthy(),
                                status.expectedPods(),
                                status.desiredHealthy()));
            }
        } else if (write.origin().subresource().equals(EVICTION)) {
            BudgetStatus before =
                    write.before().orElseThrow().view(PodDisruptionBudget.class).status();
            charged(budget, before, status);
        }
    }

    private void charged(PodDisruptionBudget budget, BudgetStatus before, BudgetStatus after) {
        var added = new HashSet<>(after.disruptedPods().keySet());
        added.removeAll(before.disruptedPods().keySet());
        boolean one = after.disruptionsAllowed() == before.disruptionsAllowed() - 1 && added.size() <= 1;
        if (!one) {
            violated.accept("an eviction took budget %s from %d to %d and noted %s"
                    .formatted(name(budget), before.disruptionsAllowed(), after.disruptionsAllowed(), added));
        }
    }

    private void evicted(Pod pod) {
        if (!PodRule.ready(pod)) {
            return;
        }
        List<PodDisruptionBudget> covering = budgets.values().stream()
                .filter(budget -> budget.meta().namespace().equals(pod.meta().namespace()))
                .filter(budget -> budget.selector()
                        .map(selector -> selector.matches(pod.meta().labels()))
                        .orElse(false))
                .toList();
        for (PodDisruptionBudget budget : covering) {
            if (Objects.isNull(budget.status().disruptedPods().get(pod.meta().name()))) {
                violated.accept("pod %s was evicted and budget %s has not noted it"
                        .formatted(pod.qualifiedName(), name(budget)));
            }
        }
    }

    private static String name(PodDisruptionBudget budget) {
        return budget.meta().namespace() + "/" + budget.meta().name();
    }
}
