package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.controllers.tainteviction.policy.StayChange;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.rules.taint.TolerationText;
import dev.tenure.runtime.time.Tick;
import java.util.List;
import java.util.Optional;

/// One pod that has to leave its node.
///
/// @param due when it has to leave
/// @param cause why
public record EvictionOrder(StoredObject pod, Tick due, StayVerdict cause) {
    /// What the taint does because of which it has to leave.
    public TaintEffect effect() {
        return cause.because().map(Taint::effect).orElse(TaintEffect.NO_EXECUTE);
    }

    /// The same, where the pod had to leave earlier than was noticed.
    public EvictionOrder dueAt(Tick earlier) {
        return new EvictionOrder(pod, earlier, cause);
    }

    public String qualifiedName() {
        return pod.key().qualifiedName();
    }

    /// What policies make of the stay that ends with it.
    ///
    /// @param policies by name
    public Optional<StayChange> stayChange(List<TaintEvictionPolicy> policies) {
        return policies.isEmpty() || !(cause instanceof StayVerdict.EvictAt(var _, var taint, var granting))
                ? Optional.empty()
                : tolerated(granting).flatMap(stay -> StayChange.of(policies, pod, taint, stay.limit()));
    }

    /// What grants the stay that ends, as `kubectl describe pod` shows it, and behind it the policy where
    /// that has the pod stay and not the pod itself; empty when it has to go at once.
    ///
    /// @param policies by name
    public Optional<String> toleration(List<TaintEvictionPolicy> policies) {
        return cause instanceof StayVerdict.EvictAt(var _, var taint, var granting)
                ? Optional.of(TolerationText.of(granting)
                        + grantor(granting, taint, policies)
                                .map(" (policy %s)"::formatted)
                                .orElse(""))
                : Optional.empty();
    }

    private Optional<String> grantor(Toleration granting, Taint taint, List<TaintEvictionPolicy> policies) {
        return pod.view(Pod.class).spec().tolerations().stream().anyMatch(each -> TolerationRule.tolerates(each, taint))
                ? Optional.empty()
                : policies.stream()
                        .filter(policy -> policy.stays()
                                        .tolerated()
                                        .filter(granting.stay()::equals)
                                        .isPresent()
                                && policy.isAbout(taint)
                                && policy.isAbout(pod))
                        .map(TaintEvictionPolicy::name)
                        .findFirst();
    }

    /// How long the toleration lasts from which the stay was granted, shortened or not.
    private Optional<Stay.AtMost> tolerated(Toleration granting) {
        return pod.view(Pod.class).spec().tolerations().stream()
                .filter(each -> each.withStay(granting.stay()).equals(granting))
                .map(Toleration::stay)
                .filter(Stay.AtMost.class::isInstance)
                .map(Stay.AtMost.class::cast)
                .findFirst();
    }
}
