package dev.tenure.scheduler.device;

import dev.tenure.model.device.Device;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.DeviceSelector;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.device.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What the requests of a claim come to on a node, before anything is chosen. Upstream: validateDeviceRequest
/// in allocator_incubating.go.
final class WantedRule {
    private WantedRule() {}

    /// Of each request its alternatives.
    ///
    /// @throws AllocationFault when the claim can be met nowhere
    static List<List<WantedDevices>> of(ResourceClaim claim, DeviceSearch.Ground ground, DeviceSelectionState selection)
            throws AllocationFault {
        List<List<WantedDevices>> wanted = new ArrayList<>();
        long least = 0;
        for (Request request : claim.requests()) {
            List<WantedDevices> alternatives = new ArrayList<>();
            for (Devices devices : request.alternatives()) {
                alternatives.add(of(claim, request, devices, ground, selection));
            }
            least += alternatives.stream().mapToLong(WantedDevices::count).min().orElse(0);
            wanted.add(alternatives);
        }
        if (least > ResourceClaim.RESULTS_MAX) {
            throw AllocationFault.of("claim %s: number of requested devices %d exceeds the claim limit of %d"
                    .formatted(name(claim), least, ResourceClaim.RESULTS_MAX));
        }
        return wanted;
    }

    static String name(ResourceClaim claim) {
        return claim.meta().namespace() + "/" + claim.meta().name();
    }

    /// The request, or the alternative, as messages name it.
    static String place(ResourceClaim claim, Request request, Devices devices) {
        String name = devices.name().isEmpty() ? request.name() : devices.name();
        return "claim %s, request %s".formatted(name(claim), name);
    }

    private static WantedDevices of(
            ResourceClaim claim,
            Request request,
            Devices devices,
            DeviceSearch.Ground ground,
            DeviceSelectionState selection)
            throws AllocationFault {
        for (int i = 0; i < devices.selectors().size(); i++) {
            if (devices.selectors().get(i) instanceof DeviceSelector.Unknown) {
                throw AllocationFault.of("%s, selector #%d: CEL expression empty (unsupported selector type?)"
                        .formatted(place(claim, request, devices), i));
            }
        }
        if (devices.className().isEmpty()) {
            throw AllocationFault.of(
                    place(claim, request, devices) + ": missing device class name (unsupported request type?)");
        }
        DeviceClass deviceClass = selection.deviceClass(devices.className(), () -> place(claim, request, devices));
        return switch (devices.amount()) {
            case Amount.Exactly(long count) ->
                new WantedDevices(
                        claim, request, devices, deviceClass, (int) Math.min(count, Integer.MAX_VALUE), List.of());
            case Amount.All _ -> {
                var wanted = new WantedDevices(claim, request, devices, deviceClass, 0, List.of());
                List<OfferedDevice> all = all(wanted, ground, selection);
                yield new WantedDevices(claim, request, devices, deviceClass, all.size(), all);
            }
            case Amount.Unknown _ ->
                throw AllocationFault.of(place(claim, request, devices) + ": unsupported count mode");
        };
    }

    private static List<OfferedDevice> all(
            WantedDevices wanted, DeviceSearch.Ground ground, DeviceSelectionState selection) throws AllocationFault {
        List<OfferedDevice> all = new ArrayList<>();
        for (DevicePool pool : ground.pools()) {
            if (pool.state() != DevicePool.State.USABLE) {
                String why = pool.state() == DevicePool.State.INCOMPLETE ? "being updated" : "invalid";
                throw AllocationFault.of("%s: asks for all devices, but resource pool %s is currently %s"
                        .formatted(place(wanted.claim(), wanted.request(), wanted.devices()), pool.id(), why));
            }
            for (ResourceSlice slice : pool.here()) {
                for (Device device : slice.devices()) {
                    OfferedDevice offered = OfferedDevice.of(device, slice, pool);
                    if (selection.selects(wanted.claim(), wanted.devices(), wanted.deviceClass(), offered)
                            && DeviceReachRule.reaches(slice, device, ground.node())
                            && ConsumptionRule.fits(
                                    wanted.devices().capacity(),
                                    device.capacity(),
                                    selection.amounts(offered.id()).collect(Collectors.toList()))) {
                        all.add(offered);
                    }
                }
            }
        }
        return all;
    }
}
