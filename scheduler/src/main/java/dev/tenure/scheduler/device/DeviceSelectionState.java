package dev.tenure.scheduler.device;

import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.DeviceSelector;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.device.DeviceMatcher.Answer;
import dev.tenure.scheduler.device.DeviceAllocator.Offer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What is known, apart from what a search has chosen: whether devices are in use, and which of them a
/// request means. Answers are remembered. Confined to one loop.
final class DeviceSelectionState {
    private final Offer offer;
    private final Map<Devices, Map<Offered, Boolean>> answers = new HashMap<>();

    /// The same device may be offered by slices of two generations.
    private record Offered(String slice, String device) {}

    DeviceSelectionState(Offer offer) {
        this.offer = offer;
    }

    String newShareId() {
        return offer.means().shareIds().get();
    }

    long stepsMax() {
        return offer.means().stepsMax();
    }

    /// @param place where it is named, for who is told that it is missing
    DeviceClass deviceClass(String name, Supplier<String> place) throws AllocationFault {
        return offer.classes()
                .apply(name)
                .orElseThrow(() -> AllocationFault.of(
                        "%s: could not retrieve device class %s: deviceclass.resource.k8s.io \"%s\" not found"
                                .formatted(place.get(), name, name)));
    }

    boolean isWhole(DeviceId id) {
        return offer.inUse().stream().anyMatch(each -> each.isWhole(id));
    }

    boolean isMeasured(DeviceId id) {
        return offer.inUse().stream().anyMatch(each -> each.isMeasured(id));
    }

    boolean isTaken(DeviceId id) {
        return offer.inUse().stream().anyMatch(each -> each.isTaken(id));
    }

    /// What claims have of a device that is given in parts.
    Stream<Map<String, Quantity>> amounts(DeviceId id) {
        return offer.inUse().stream().map(each -> each.amounts(id));
    }

    /// Whether a request means a device. Asked once about each, whatever the number of nodes that can use it.
    boolean selects(ResourceClaim claim, Devices wanted, DeviceClass deviceClass, OfferedDevice device)
            throws AllocationFault {
        Map<Offered, Boolean> known = answers.computeIfAbsent(wanted, _ -> new HashMap<>());
        var offered = new Offered(device.slice().meta().name(), device.device().name());
        Boolean answer = known.get(offered);
        if (answer == null) {
            String name = claim.meta().namespace() + "/" + claim.meta().name();
            answer = matches(
                            deviceClass.selectors(),
                            device,
                            "class " + deviceClass.meta().name())
                    && matches(wanted.selectors(), device, "claim " + name);
            known.put(offered, answer);
        }
        return answer;
    }

    private boolean matches(List<DeviceSelector> selectors, OfferedDevice device, String whose) throws AllocationFault {
        int place = 0;
        for (DeviceSelector selector : selectors) {
            if (!(selector instanceof DeviceSelector.Cel(var expression))) {
                throw AllocationFault.of(
                        "%s: selector #%d: CEL expression empty (unsupported selector type?)".formatted(whose, place));
            }
            Answer answer =
                    offer.means().matcher().matches(expression, device.id().driver(), device.device());
            switch (answer) {
                case Answer.Fits(var matches) -> {
                    if (!matches) {
                        return false;
                    }
                }
                case Answer.NotCompiled(var why) ->
                    throw AllocationFault.of("%s: selector #%d: CEL compile error: %s".formatted(whose, place, why));
                case Answer.Failed(var why) ->
                    throw AllocationFault.of("%s: selector #%d: CEL runtime error: %s".formatted(whose, place, why));
            }
            place++;
        }
        return true;
    }
}
