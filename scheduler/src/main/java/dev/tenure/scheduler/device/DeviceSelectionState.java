package dev.tenure.scheduler.device;

import dev.tenure.model.core.Node;
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
import java.util.stream.Stream;

/// What is known, apart from what a search has chosen: whether devices are in use, and which of them a request
/// means. Answers are remembered for the node. Confined to one loop.
final class DeviceSelectionState {
    private final Offer offer;
    private final Node node;
    private final Map<Devices, Map<DeviceId, Boolean>> answers = new HashMap<>();

    DeviceSelectionState(Offer offer, Node node) {
        this.offer = offer;
        this.node = node;
    }

    String newShareId() {
        return offer.shareIds().get();
    }

    DeviceClass deviceClass(String name, String place) throws AllocationFault {
        return offer.classes()
                .apply(name)
                .orElseThrow(() -> AllocationFault.of(
                        "%s: could not retrieve device class %s: deviceclass.resource.k8s.io \"%s\" not found"
                                .formatted(place, name, name)));
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

    /// Whether a request means a device, and the device can be used from the node.
    boolean selects(ResourceClaim claim, Devices wanted, DeviceClass deviceClass, OfferedDevice device)
            throws AllocationFault {
        Map<DeviceId, Boolean> known = answers.computeIfAbsent(wanted, _ -> new HashMap<>());
        Boolean answer = known.get(device.id());
        if (answer == null) {
            answer = matches(deviceClass.selectors(), device, "class " + deviceClass.meta().name())
                    && matches(wanted.selectors(), device, "claim " + claim.meta().namespace() + "/" + claim.meta().name())
                    && DeviceReachRule.reaches(device.slice(), device.device(), node);
            known.put(device.id(), answer);
        }
        return answer;
    }

    private boolean matches(List<DeviceSelector> selectors, OfferedDevice device, String whose)
            throws AllocationFault {
        int place = 0;
        for (DeviceSelector selector : selectors) {
            if (!(selector instanceof DeviceSelector.Cel(var expression))) {
                throw AllocationFault.of(
                        "%s: selector #%d: CEL expression empty (unsupported selector type?)".formatted(whose, place));
            }
            Answer answer = offer.matcher().matches(expression, device.id().driver(), device.device());
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
