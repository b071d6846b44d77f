package dev.tenure.scheduler.device;

import dev.tenure.model.core.Node;
import dev.tenure.model.device.Device;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Use;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.device.DeviceMatcher;
import dev.tenure.scheduler.device.DeviceAllocator.Outcome;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Devices, classes and claims from JSON with single quotes. A selector is the name of a device, or a text
/// that makes it fail.
final class OfferedWorld implements DeviceMatcher {
    private static final long STEPS_MAX = 100_000;

    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final List<ResourceSlice> slices = new ArrayList<>();
    private final DevicesInUse inUse = new DevicesInUse();
    private int shares;

    OfferedWorld() {
        deviceClass("any", "");
    }

    @Override
    public Answer matches(String expression, String driver, Device device) {
        return switch (expression) {
            case "broken" -> new Answer.NotCompiled("it is broken");
            case "fails" -> new Answer.Failed("it fails");
            default -> new Answer.Fits(expression.contains(device.name()));
        };
    }

    private static <T> T view(ResourceType type, Class<T> view, String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return view.cast(Views.view(type, Json.readObject(bytes)));
    }

    /// @param spec empty, or members followed by nothing
    OfferedWorld deviceClass(String name, String spec) {
        String json = "{'metadata': {'name': '%s'}, 'spec': {%s}}".formatted(name, spec);
        classes.put(name, view(ResourceTypes.DEVICE_CLASSES, DeviceClass.class, json));
        return this;
    }

    /// A whole pool of the node `n`, named as its slice.
    OfferedWorld pool(String name, String devices) {
        return slice(name, name, "1, 'resourceSliceCount': 1", "'nodeName': 'n', 'devices': " + devices);
    }

    /// @param generation and what follows it
    /// @param rest of the specification
    OfferedWorld slice(String name, String pool, String generation, String rest) {
        slices.add(
                view(ResourceTypes.RESOURCE_SLICES, ResourceSlice.class, """
                {'metadata': {'name': '%s'}, 'spec': {'driver': 'd', 'pool': {'name': '%s', 'generation': %s}, %s}}
                """.formatted(name, pool, generation, rest)));
        return this;
    }

    static ResourceClaim claim(String devices) {
        return view(
                ResourceTypes.RESOURCE_CLAIMS,
                ResourceClaim.class,
                "{'metadata': {'name': 'c', 'namespace': 'default'}, 'spec': {'devices': {%s}}}".formatted(devices));
    }

    /// One request of class `any`.
    static ResourceClaim asking(String members) {
        return claim("'requests': [{'name': 'q', 'exactly': {'deviceClassName': 'any'%s}}]".formatted(members));
    }

    Outcome allocate(ResourceClaim... claims) {
        return allocateOn("n", claims);
    }

    Outcome allocateOn(String node, ResourceClaim... claims) {
        var offer = new DeviceAllocator.Offer(
                new OfferedSlices(slices),
                List.of(inUse),
                name -> Optional.ofNullable(classes.get(name)),
                new DeviceAllocator.Means(this, () -> "share-" + ++shares, STEPS_MAX));
        Node named = view(
                ResourceTypes.NODES,
                Node.class,
                "{'metadata': {'name': '%s', 'labels': {'zone': 'a'}}}".formatted(node));
        return new DeviceAllocator(offer).allocate(named, List.of(claims));
    }

    /// Gives a claim what it asks for, for good.
    ResourceClaim take(ResourceClaim claim) {
        if (!(allocate(claim) instanceof Outcome.Allocated(var allocations))) {
            throw new IllegalStateException("there is nothing to take");
        }
        ResourceClaim taken = claim.withUse(new Use(Optional.of(allocations.getFirst()), List.of(), List.of()));
        inUse.add(taken);
        return taken;
    }

    void free(ResourceClaim taken) {
        inUse.remove(taken);
    }

    /// The devices that claims get, `request=pool/device`, claims apart; or what else came of it.
    String get(ResourceClaim... claims) {
        return switch (allocate(claims)) {
            case Outcome.Allocated(var allocations) ->
                String.join(
                        " | ",
                        allocations.stream()
                                .map(allocation -> String.join(
                                        " ",
                                        allocation.results().stream()
                                                .map(result -> result.request() + "="
                                                        + result.id().pool() + "/"
                                                        + result.id().device())
                                                .toList()))
                                .toList());
            case Outcome.NotThere _ -> "not there";
            case Outcome.InvalidPools _ -> "invalid pools";
            case Outcome.TooLong _ -> "too long";
            case Outcome.Broken(var message) -> message;
        };
    }
}
