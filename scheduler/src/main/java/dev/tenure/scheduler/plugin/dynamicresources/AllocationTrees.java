package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.Stay;
import dev.tenure.model.device.DeviceConfiguration;
import dev.tenure.model.device.DeviceToleration;
import dev.tenure.model.device.ResourceClaim.AllocatedConfiguration;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.device.ResourceClaim.Result;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/// The devices of a claim, and who may use them, as objects have them.
final class AllocationTrees {
    private AllocationTrees() {}

    static ObjectNode of(Allocation allocation) {
        ObjectNode tree = Json.object();
        if (!allocation.results().isEmpty() || !allocation.configuration().isEmpty()) {
            ObjectNode devices = tree.putObject("devices");
            list(devices, "results", allocation.results(), AllocationTrees::result);
            list(devices, "config", allocation.configuration(), AllocationTrees::configuration);
        }
        allocation
                .nodes()
                .ifPresent(terms ->
                        list(tree.putObject("nodeSelector"), "nodeSelectorTerms", terms, AllocationTrees::term));
        return tree;
    }

    static ObjectNode of(Consumer consumer) {
        ObjectNode tree = Json.object();
        text(tree, "apiGroup", consumer.apiGroup());
        return tree.put("resource", consumer.resource())
                .put("name", consumer.name())
                .put("uid", consumer.uid());
    }

    private static ObjectNode result(Result result) {
        ObjectNode tree = Json.object()
                .put("request", result.request())
                .put("driver", result.id().driver())
                .put("pool", result.id().pool())
                .put("device", result.id().device());
        result.adminAccess().ifPresent(admin -> tree.put("adminAccess", admin.booleanValue()));
        list(tree, "tolerations", result.tolerations(), AllocationTrees::toleration);
        texts(tree, "bindingConditions", result.conditions());
        texts(tree, "bindingFailureConditions", result.failures());
        result.shareId().ifPresent(id -> tree.put("shareID", id));
        if (!result.capacity().isEmpty()) {
            ObjectNode capacity = tree.putObject("consumedCapacity");
            result.capacity().forEach((name, amount) -> capacity.put(name, amount.toString()));
        }
        return tree;
    }

    private static ObjectNode toleration(DeviceToleration toleration) {
        ObjectNode tree = Json.object();
        text(tree, "key", toleration.key());
        text(tree, "operator", toleration.operator().word());
        text(tree, "value", toleration.value());
        toleration.effect().ifPresent(effect -> tree.put("effect", effect.word()));
        switch (toleration.stay()) {
            case Stay.Forever _ -> {
                // nothing is written
            }
            case Stay.AtMost(var seconds) -> tree.put("tolerationSeconds", seconds);
        }
        return tree;
    }

    private static ObjectNode configuration(AllocatedConfiguration configuration) {
        ObjectNode tree = Json.object().put("source", configuration.ofClass() ? "FromClass" : "FromClaim");
        texts(tree, "requests", configuration.requests());
        DeviceConfiguration said = configuration.configuration();
        if (!said.driver().isEmpty()) {
            ObjectNode opaque = tree.putObject("opaque").put("driver", said.driver());
            if (!said.parameters().isEmpty()) {
                opaque.set("parameters", Json.read(said.parameters().getBytes(StandardCharsets.UTF_8)));
            }
        }
        return tree;
    }

    private static ObjectNode term(NodeSelectorTerm term) {
        ObjectNode tree = Json.object();
        list(tree, "matchExpressions", term.matchExpressions(), AllocationTrees::requirement);
        list(tree, "matchFields", term.matchFields(), AllocationTrees::requirement);
        return tree;
    }

    private static ObjectNode requirement(NodeSelectorRequirement requirement) {
        ObjectNode tree = Json.object()
                .put("key", requirement.key())
                .put("operator", requirement.operator().word());
        texts(tree, "values", requirement.values());
        return tree;
    }

    private static <T> void list(ObjectNode tree, String name, List<T> values, Function<T, ObjectNode> written) {
        if (!values.isEmpty()) {
            ArrayNode list = tree.putArray(name);
            values.forEach(value -> list.add(written.apply(value)));
        }
    }

    private static void texts(ObjectNode tree, String name, List<String> values) {
        if (!values.isEmpty()) {
            ArrayNode list = tree.putArray(name);
            values.forEach(list::add);
        }
    }

    private static void text(ObjectNode tree, String name, String value) {
        if (!value.isEmpty()) {
            tree.put(name, value);
        }
    }
}
