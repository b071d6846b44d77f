package dev.tenure.wire.view;

import dev.tenure.model.core.ResourceClaim;
import dev.tenure.model.core.ResourceClaim.Amount;
import dev.tenure.model.core.ResourceClaim.Devices;
import dev.tenure.model.core.ResourceClaim.Request;
import dev.tenure.model.core.ResourceClaim.Use;
import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// Views of what claims devices.
final class DeviceViews {
    private DeviceViews() {}

    static ResourceClaim claim(JsonNode object) {
        return new ResourceClaim(
                MetaViews.meta(object),
                Tree.list(object.path("spec").path("devices"), "requests", DeviceViews::request),
                use(object.path("status")));
    }

    private static Use use(JsonNode status) {
        List<String> reserved = Tree.list(status, "reservedFor", consumer -> Tree.text(consumer, "uid"));
        boolean allocated = status.path("allocation").isObject();
        return allocated || !reserved.isEmpty() ? new Use(allocated, reserved) : Use.NONE;
    }

    private static Request request(JsonNode request) {
        String name = Tree.text(request, "name");
        if (!request.path("firstAvailable").isEmpty()) {
            return new Request(name, Tree.list(request, "firstAvailable", DeviceViews::devices));
        }
        return new Request(
                name, request.path("exactly").isObject() ? List.of(devices(request.path("exactly"))) : List.of());
    }

    private static Devices devices(JsonNode devices) {
        Amount amount = switch (Tree.text(devices, "allocationMode", "ExactCount")) {
            case "ExactCount" -> new Amount.Exactly(devices.path("count").asLong(1));
            case "All" -> new Amount.All();
            default -> new Amount.Unknown();
        };
        return new Devices(Tree.text(devices, "name"), Tree.text(devices, "deviceClassName"), amount);
    }
}
