package dev.tenure.wire.view;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.device.Device;
import dev.tenure.model.device.Device.Attribute;
import dev.tenure.model.device.Device.Binding;
import dev.tenure.model.device.Device.Capacity;
import dev.tenure.model.device.Device.CounterSet;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.DeviceConfiguration;
import dev.tenure.model.device.DeviceReach;
import dev.tenure.model.device.DeviceSelector;
import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceTaintEffect;
import dev.tenure.model.device.DeviceToleration;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// Views of devices: what drivers offer, and of the classes by which they are asked for.
final class DeviceViews {
    private DeviceViews() {}

    static DeviceClass deviceClass(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new DeviceClass(
                MetaViews.meta(object),
                selectors(spec),
                Tree.list(spec, "config", DeviceViews::configuration),
                Tree.text(spec, "extendedResourceName"));
    }

    static List<DeviceSelector> selectors(JsonNode object) {
        return Tree.list(object, "selectors", DeviceViews::selector);
    }

    private static DeviceSelector selector(JsonNode node) {
        return node.path("cel").isObject()
                ? new DeviceSelector.Cel(Tree.text(node.path("cel"), "expression"))
                : new DeviceSelector.Unknown();
    }

    static DeviceConfiguration configuration(JsonNode node) {
        JsonNode opaque = node.path("opaque");
        return new DeviceConfiguration(
                Tree.text(opaque, "driver"),
                Tree.has(opaque, "parameters") ? opaque.path("parameters").toString() : "");
    }

    static ResourceSlice slice(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode pool = spec.path("pool");
        return new ResourceSlice(
                MetaViews.meta(object),
                Tree.text(spec, "driver"),
                new ResourceSlice.Pool(
                        Tree.text(pool, "name"),
                        Tree.number(pool, "generation"),
                        Tree.number(pool, "resourceSliceCount")),
                reach(spec),
                Tree.list(spec, "devices", DeviceViews::device),
                Tree.list(spec, "sharedCounters", counters -> counterSet(counters, "name")));
    }

    private static DeviceReach reach(JsonNode object) {
        String node = Tree.text(object, "nodeName");
        if (!node.isEmpty()) {
            return new DeviceReach.OneNode(node);
        }
        if (Tree.flag(object, "allNodes")) {
            return new DeviceReach.AllNodes();
        }
        if (Tree.has(object, "nodeSelector")) {
            return new DeviceReach.Matching(AffinityViews.nodeTerms(object.path("nodeSelector")));
        }
        return Tree.flag(object, "perDeviceNodeSelection") ? new DeviceReach.PerDevice() : new DeviceReach.Unsaid();
    }

    private static Device device(JsonNode node) {
        return new Device(
                Tree.text(node, "name"),
                map(node, "attributes", DeviceViews::attribute),
                map(node, "capacity", DeviceViews::capacity),
                Tree.list(node, "consumesCounters", counters -> counterSet(counters, "counterSet")),
                reach(node),
                Tree.known(node, "taints", DeviceViews::taint),
                binding(node),
                Tree.flag(node, "allowMultipleAllocations"));
    }

    private static CounterSet counterSet(JsonNode node, String name) {
        return new CounterSet(
                Tree.text(node, name), map(node, "counters", counter -> Shared.quantity(Tree.text(counter, "value"))));
    }

    private static Binding binding(JsonNode node) {
        boolean toNode = Tree.flag(node, "bindsToNode");
        List<String> conditions = Tree.texts(node, "bindingConditions");
        List<String> failures = Tree.texts(node, "bindingFailureConditions");
        return toNode || !conditions.isEmpty() || !failures.isEmpty()
                ? new Binding(toNode, conditions, failures)
                : Binding.NONE;
    }

    private static Attribute attribute(JsonNode node) {
        if (Tree.has(node, "int")) {
            return new Attribute.Whole(Tree.number(node, "int"));
        }
        if (Tree.has(node, "bool")) {
            return new Attribute.Flag(Tree.flag(node, "bool"));
        }
        if (Tree.has(node, "string")) {
            return new Attribute.Text(Tree.text(node, "string"));
        }
        return Tree.has(node, "version") ? new Attribute.Version(Tree.text(node, "version")) : new Attribute.Unknown();
    }

    private static Capacity capacity(JsonNode node) {
        return new Capacity(
                Shared.quantity(Tree.text(node, "value")), Tree.optional(node, "requestPolicy", DeviceViews::policy));
    }

    private static Device.RequestPolicy policy(JsonNode node) {
        return new Device.RequestPolicy(
                Tree.optionalQuantity(node, "default"),
                Tree.list(node, "validValues", value -> Shared.quantity(value.asText())),
                Tree.optional(
                        node,
                        "validRange",
                        range -> new Device.Range(
                                Tree.optionalQuantity(range, "min"),
                                Tree.optionalQuantity(range, "max"),
                                Tree.optionalQuantity(range, "step"))));
    }

    /// A taint whose effect nobody knows does nothing, and is left out.
    private static Optional<DeviceTaint> taint(JsonNode node) {
        return DeviceTaintEffect.ofWord(Tree.text(node, "effect"))
                .map(effect -> new DeviceTaint(
                        Tree.text(node, "key"),
                        Tree.text(node, "value"),
                        effect,
                        TimeReader.optional(node, "timeAdded")));
    }

    /// The tolerations of an object; those of effects that nobody knows are left out.
    static List<DeviceToleration> tolerations(JsonNode object) {
        return Tree.known(object, "tolerations", DeviceViews::toleration);
    }

    private static Optional<DeviceToleration> toleration(JsonNode node) {
        String word = Tree.text(node, "effect");
        Optional<DeviceTaintEffect> effect = DeviceTaintEffect.ofWord(word);
        if (effect.isEmpty() && !word.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong seconds = Tree.optionalNumber(node, "tolerationSeconds");
        return Optional.of(new DeviceToleration(
                Tree.text(node, "key"),
                TolerationOperator.ofWord(Tree.text(node, "operator")),
                Tree.text(node, "value"),
                effect,
                seconds.isPresent() ? new Stay.AtMost(seconds.getAsLong()) : Stay.forever()));
    }

    static Map<String, Quantity> quantities(JsonNode object, String field) {
        return map(object, field, amount -> Shared.quantity(amount.asText()));
    }

    private static <T> Map<String, T> map(JsonNode object, String field, Function<JsonNode, T> reader) {
        JsonNode node = object.get(field);
        if (node == null || node.isEmpty()) {
            return Map.of();
        }
        Map<String, T> read = HashMap.newHashMap(node.size());
        node.properties().forEach(entry -> read.put(Shared.text(entry.getKey()), reader.apply(entry.getValue())));
        return read;
    }
}
