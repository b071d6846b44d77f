package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/// That a policy makes a stay under a taint longer or shorter than the pod's toleration says.
///
/// @param policy its name
/// @param tolerated how long the pod tolerates the taint
/// @param stay how long it stays instead
/// @param least whether the policy asks for so long a stay at least, else it allows it at most
public record StayChange(String policy, Duration tolerated, Duration stay, boolean least) {
    /// Whether the pod stays longer than it tolerates the taint.
    public boolean longer() {
        return stay.compareTo(tolerated) > 0;
    }

    /// What the policies make of one stay; empty when they leave it as it is. The shortest of what they allow
    /// at most counts, and after it the longest of what they ask at least.
    ///
    /// @param policies in order of their names
    /// @param tolerated how long the pod tolerates the taint
    public static Optional<StayChange> of(
            Collection<TaintEvictionPolicy> policies, StoredObject pod, Taint taint, Duration tolerated) {
        return among(policies, policy -> policy.isSurelyAbout(taint) && policy.isAbout(pod), tolerated);
    }

    /// The same of a pod that is no object of a store.
    public static Optional<StayChange> of(
            Collection<TaintEvictionPolicy> policies, Pod pod, Taint taint, Duration tolerated) {
        return among(policies, policy -> policy.isSurelyAbout(taint) && policy.isAbout(pod), tolerated);
    }

    private static Optional<StayChange> among(
            Collection<TaintEvictionPolicy> policies, Predicate<TaintEvictionPolicy> concerned, Duration tolerated) {
        var result = new StayChange("", tolerated, tolerated, false);
        for (TaintEvictionPolicy policy : policies) {
            if (policy.stays().secondsMax().isPresent() && concerned.test(policy)) {
                Duration most = Duration.ofSeconds(policy.stays().secondsMax().getAsLong());
                if (most.compareTo(result.stay()) < 0) {
                    result = new StayChange(policy.name(), tolerated, most, false);
                }
            }
        }
        for (TaintEvictionPolicy policy : policies) {
            if (policy.stays().min().isPresent() && concerned.test(policy)) {
                Duration least = policy.stays().min().get();
                if (least.compareTo(result.stay()) > 0) {
                    result = new StayChange(policy.name(), tolerated, least, true);
                }
            }
        }
        return Optional.of(result).filter(change -> !change.stay().equals(tolerated));
    }
}
