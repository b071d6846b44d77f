package dev.tenure.kinds.node;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Nodes. Unlike other kinds they keep the status they are created with, for their agents write both at once.
public final class NodeStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode node) {
        Trees.within(node, "spec", NodeStrategy::oneRangeIsTheList);
        setStatusDefaults(node);
    }

    @Override
    public void setStatusDefaults(ObjectNode node) {
        Trees.within(node, "status", status -> {
            Trees.within(status, "capacity", PodSpecDefaults::amounts);
            Trees.within(status, "allocatable", PodSpecDefaults::amounts);
            boolean given = status.get("allocatable") instanceof ObjectNode;
            if (!given && status.get("capacity") instanceof ObjectNode capacity && !capacity.isEmpty()) {
                status.set("allocatable", capacity.deepCopy());
            }
        });
    }

    /// The range and the list of ranges say the same; where they differ, the single one is meant.
    private static void oneRangeIsTheList(ObjectNode spec) {
        String single = spec.path("podCIDR").asText("");
        String first = spec.path("podCIDRs").path(0).asText("");
        if (!single.isEmpty() && !single.equals(first)) {
            spec.putArray("podCIDRs").add(single);
        } else if (single.isEmpty() && !first.isEmpty()) {
            spec.put("podCIDR", first);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode node) {
        Trees.within(node, "spec", spec -> spec.remove("configSource"));
        ObjectNode status = Trees.object(node, "status");
        status.remove("config");
        ObjectNode endpoint = Trees.object(Trees.object(status, "daemonEndpoints"), "kubeletEndpoint");
        Trees.fill(endpoint, "Port", 0L);
        ObjectNode info = Trees.object(status, "nodeInfo");
        for (String name : List.of(
                "machineID",
                "systemUUID",
                "bootID",
                "kernelVersion",
                "osImage",
                "containerRuntimeVersion",
                "kubeletVersion",
                "kubeProxyVersion",
                "operatingSystem",
                "architecture")) {
            Trees.fill(info, name, "");
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.equals("status")) {
            KindStrategy.keepAllBut(next, old, "status");
            if (!old.path("status").has("config")) {
                Trees.within(next, "status", status -> status.remove("config"));
            }
        } else if (subresource.isEmpty()) {
            KindStrategy.keep(next, old, "status");
            if (!old.path("spec").has("configSource")) {
                Trees.within(next, "spec", spec -> spec.remove("configSource"));
            }
        }
    }

    @Override
    public void validate(ObjectNode node, FieldErrors errors) {
        NodeValidation.object(node, errors);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (subresource.isEmpty()) {
            NodeValidation.object(next, errors);
        }
        NodeValidation.update(next, old, errors);
    }

    @Override
    public List<String> warnings(ObjectNode node, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        JsonNode spec = node.path("spec");
        if (spec.has("configSource")) {
            warnings.add("spec.configSource: the feature is removed");
        }
        if (!spec.path("externalID").asText("").isEmpty()) {
            warnings.add("spec.externalID: this field is deprecated, and is unused by Kubernetes");
        }
        JsonNode ranges = spec.path("podCIDRs");
        for (int i = 0; i < ranges.size(); i++) {
            warnings.addAll(Addresses.rangeWarnings(
                    "spec.podCIDRs[" + i + "]", ranges.get(i).asText()));
        }
        return warnings;
    }
}
