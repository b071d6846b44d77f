package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.Condition;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.DeviceStatus;
import dev.tenure.model.device.ResourceClaim.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Whether the devices of a claim are prepared, so that pods that use them can be bound. Upstream:
/// isClaimReadyForBinding, isClaimTimeout.
final class BindingConditionsRule {
    private BindingConditionsRule() {}

    sealed interface Answer {
        record Ready() implements Answer {}

        record NotYet() implements Answer {}

        /// A driver says that it will come to nothing.
        record Failed(String message) implements Answer {}
    }

    static Answer of(ResourceClaim claim) {
        for (Result result : results(claim)) {
            if (result.conditions().isEmpty()) {
                continue;
            }
            Optional<List<Condition>> conditions = conditions(claim, result);
            if (conditions.isEmpty()) {
                return new Answer.NotYet();
            }
            for (String failure : result.failures()) {
                Optional<Condition> failed =
                        Condition.find(conditions.get(), failure).filter(Condition::isTrue);
                if (failed.isPresent()) {
                    return new Answer.Failed("device binding failed: claim=%s, reason=%s, message=\"%s\""
                            .formatted(
                                    claim.meta().name(),
                                    failed.get().reason(),
                                    failed.get().message()));
                }
            }
            for (String wanted : result.conditions()) {
                if (Condition.find(conditions.get(), wanted)
                        .filter(Condition::isTrue)
                        .isEmpty()) {
                    return new Answer.NotYet();
                }
            }
        }
        return new Answer.Ready();
    }

    private static List<Result> results(ResourceClaim claim) {
        return claim.allocation().map(ResourceClaim.Allocation::results).orElse(List.of());
    }

    private static Optional<List<Condition>> conditions(ResourceClaim claim, Result result) {
        return claim.use().devices().stream()
                .filter(status -> status.id().equals(result.id()))
                .map(DeviceStatus::conditions)
                .findFirst();
    }

    /// Whether there is anything to wait for.
    static boolean waits(ResourceClaim claim) {
        return results(claim).stream().anyMatch(result -> !result.conditions().isEmpty());
    }

    /// Whether a claim has waited longer than devices may take.
    static boolean isLate(ResourceClaim claim, Duration limit, Instant now) {
        return waits(claim)
                && claim.allocation()
                        .flatMap(ResourceClaim.Allocation::timestamp)
                        .filter(since -> since.plus(limit).isBefore(now))
                        .isPresent();
    }
}
