package dev.tenure.controllers.devicetainteviction;

import dev.tenure.model.core.Stay;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceTaintEffect;
import dev.tenure.model.device.DeviceToleration;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Result;
import dev.tenure.rules.device.DeviceTaintRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Decides when the pods that use a claim have to leave because of its devices. Upstream: claimEvictionTime.
final class ClaimEvictionRule {
    private ClaimEvictionRule() {}

    /// @param toleration what grants the stay, if one does
    /// @param at when they have to leave
    record Due(DeviceId device, DeviceTaint taint, Instant since, Optional<DeviceToleration> toleration, Instant at) {
        Due {
            if (at.isBefore(since)) {
                throw new IllegalArgumentException("a stay that ends at %s cannot begin at %s".formatted(at, since));
            }
        }
    }

    /// Of all taints the one counts that drives them out first, and of several tolerations of one taint the
    /// one that grants the least. A stay begins when the taint came, whenever the pod did.
    ///
    /// @param taints the NoExecute taints of a device
    static Optional<Due> of(Allocation allocation, Function<DeviceId, List<DeviceTaint>> taints) {
        Optional<Due> first = Optional.empty();
        for (Result result : allocation.results()) {
            for (DeviceTaint taint : taints.apply(result.id())) {
                first = earlier(first, of(result, taint));
            }
        }
        return first;
    }

    static Optional<Due> earlier(Optional<Due> one, Optional<Due> other) {
        return one.isEmpty()
                        || other.filter(due -> due.at().isBefore(one.get().at()))
                                .isPresent()
                ? other
                : one;
    }

    private static Optional<Due> of(Result result, DeviceTaint taint) {
        if (taint.timeAdded().isEmpty()) {
            return Optional.empty();
        }
        Instant since = taint.timeAdded().get();
        Optional<DeviceToleration> least = Optional.empty();
        Duration granted = Duration.ZERO;
        for (DeviceToleration toleration : result.tolerations()) {
            if (!consents(toleration, taint)) {
                continue;
            }
            if (!(toleration.stay() instanceof Stay.AtMost stay)) {
                return Optional.empty();
            }
            if (least.isEmpty() || stay.limit().compareTo(granted) < 0) {
                least = Optional.of(toleration);
                granted = stay.limit();
            }
        }
        return Optional.of(new Due(result.id(), taint, since, least, since.plus(granted)));
    }

    /// One that names no effect lets a claim get the device, and does not keep its pods there: so upstream
    /// has it.
    private static boolean consents(DeviceToleration toleration, DeviceTaint taint) {
        return toleration
                        .effect()
                        .filter(effect -> effect == DeviceTaintEffect.NO_EXECUTE)
                        .isPresent()
                && DeviceTaintRule.tolerates(toleration, taint);
    }
}
