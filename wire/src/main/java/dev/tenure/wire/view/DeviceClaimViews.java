package dev.tenure.wire.view;

import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.AllocatedConfiguration;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Constraint;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.device.ResourceClaim.DeviceStatus;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.device.ResourceClaim.RequestConfiguration;
import dev.tenure.model.device.ResourceClaim.Result;
import dev.tenure.model.device.ResourceClaim.Use;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;

/// Views of claims of devices.
final class DeviceClaimViews {
    private DeviceClaimViews() {}

    static ResourceClaim claim(JsonNode object) {
        JsonNode devices = object.path("spec").path("devices");
        return new ResourceClaim(
                MetaViews.meta(object),
                Tree.list(devices, "requests", DeviceClaimViews::request),
                Tree.list(devices, "constraints", DeviceClaimViews::constraint),
                Tree.list(
                        devices,
                        "config",
                        config -> new RequestConfiguration(
                                Tree.texts(config, "requests"), DeviceViews.configuration(config))),
                use(object.path("status")));
    }

    private static Request request(JsonNode request) {
        String name = Tree.text(request, "name");
        if (!request.path("firstAvailable").isEmpty()) {
            return new Request(name, Tree.list(request, "firstAvailable", DeviceClaimViews::devices));
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
        return new Devices(
                Tree.text(devices, "name"),
                Tree.text(devices, "deviceClassName"),
                amount,
                DeviceViews.selectors(devices),
                Tree.optional(devices, "adminAccess", JsonNode::booleanValue),
                DeviceViews.tolerations(devices),
                DeviceViews.quantities(devices.path("capacity"), "requests"));
    }

    private static Constraint constraint(JsonNode node) {
        List<String> requests = Tree.texts(node, "requests");
        String same = Tree.text(node, "matchAttribute");
        if (!same.isEmpty()) {
            return new Constraint.Same(requests, same);
        }
        String distinct = Tree.text(node, "distinctAttribute");
        return distinct.isEmpty() ? new Constraint.Unknown(requests) : new Constraint.Distinct(requests, distinct);
    }

    private static Use use(JsonNode status) {
        if (status.isEmpty()) {
            return Use.NONE;
        }
        return new Use(
                Tree.optional(status, "allocation", DeviceClaimViews::allocation),
                Tree.list(status, "reservedFor", DeviceClaimViews::consumer),
                Tree.list(status, "devices", DeviceClaimViews::status));
    }

    private static Consumer consumer(JsonNode node) {
        return new Consumer(
                Tree.text(node, "apiGroup"),
                Tree.text(node, "resource"),
                Tree.unique(node, "name"),
                Tree.unique(node, "uid"));
    }

    private static Allocation allocation(JsonNode node) {
        JsonNode devices = node.path("devices");
        return new Allocation(
                Tree.list(devices, "results", DeviceClaimViews::result),
                Tree.list(
                        devices,
                        "config",
                        config -> new AllocatedConfiguration(
                                Tree.text(config, "source").equals("FromClass"),
                                Tree.texts(config, "requests"),
                                DeviceViews.configuration(config))),
                Tree.optional(node, "nodeSelector", AffinityViews::nodeTerms),
                TimeReader.optional(node, "allocationTimestamp"));
    }

    private static Result result(JsonNode node) {
        return new Result(
                Tree.text(node, "request"),
                id(node),
                Tree.optional(node, "adminAccess", JsonNode::booleanValue),
                DeviceViews.tolerations(node),
                Tree.texts(node, "bindingConditions"),
                Tree.texts(node, "bindingFailureConditions"),
                shareId(node),
                DeviceViews.quantities(node, "consumedCapacity"));
    }

    private static DeviceStatus status(JsonNode node) {
        return new DeviceStatus(id(node), MetaViews.conditions(node));
    }

    private static DeviceId id(JsonNode node) {
        return new DeviceId(Tree.text(node, "driver"), Tree.text(node, "pool"), Tree.text(node, "device"));
    }

    private static Optional<String> shareId(JsonNode node) {
        return Tree.optional(node, "shareID", JsonNode::asText);
    }
}
