package dev.tenure.scheduler.device;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.device.DeviceConfiguration;
import dev.tenure.model.device.DeviceReach;
import dev.tenure.model.device.ResourceClaim.AllocatedConfiguration;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.RequestConfiguration;
import dev.tenure.model.device.ResourceClaim.Result;
import dev.tenure.scheduler.device.ChosenDevices.Choice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is written into a claim about the devices that were chosen for it. Upstream: Allocate and
/// createNodeSelector in allocator_incubating.go.
final class DeviceAllocationRule {
    private DeviceAllocationRule() {}

    /// @param node for which they were chosen
    static Allocation of(ChosenDevices chosen, Node node) throws AllocationFault {
        List<AllocatedConfiguration> configuration = new ArrayList<>(ofClasses(chosen));
        configuration.addAll(ofClaim(chosen));
        return new Allocation(
                chosen.choices().stream().map(DeviceAllocationRule::result).toList(),
                configuration,
                nodes(chosen, node),
                Optional.empty());
    }

    private static Result result(Choice choice) {
        Devices devices = choice.wanted().devices();
        return new Result(
                choice.wanted().name(),
                choice.device().id(),
                devices.isAdmin() ? Optional.of(true) : Optional.empty(),
                devices.tolerations(),
                choice.device().device().binding().conditions(),
                choice.device().device().binding().failures(),
                choice.shareId(),
                choice.capacity());
    }

    /// That of each class once, with all requests that are met by it.
    private static List<AllocatedConfiguration> ofClasses(ChosenDevices chosen) {
        Map<String, List<String>> requests = new LinkedHashMap<>();
        Map<String, List<DeviceConfiguration>> classes = new LinkedHashMap<>();
        for (WantedDevices wanted : chosen.wanted()) {
            String name = wanted.deviceClass().meta().name();
            requests.computeIfAbsent(name, _ -> new ArrayList<>()).add(wanted.name());
            classes.put(name, wanted.deviceClass().configuration());
        }
        List<AllocatedConfiguration> all = new ArrayList<>();
        classes.forEach((name, configurations) -> configurations.forEach(
                each -> all.add(new AllocatedConfiguration(true, requests.getOrDefault(name, List.of()), each))));
        return all;
    }

    /// That of the claim, as often as it names a request that is met.
    private static List<AllocatedConfiguration> ofClaim(ChosenDevices chosen) {
        List<AllocatedConfiguration> all = new ArrayList<>();
        for (RequestConfiguration each : chosen.claim().configuration()) {
            var written = new AllocatedConfiguration(false, each.requests(), each.configuration());
            if (each.requests().isEmpty()) {
                all.add(written);
                continue;
            }
            for (WantedDevices wanted : chosen.wanted()) {
                if (each.requests().contains(wanted.request().name())
                        || each.requests().contains(wanted.name())) {
                    all.add(written);
                }
            }
        }
        return all;
    }

    /// From where all devices can be used; absent when that is everywhere.
    private static Optional<List<NodeSelectorTerm>> nodes(ChosenDevices chosen, Node node) throws AllocationFault {
        List<NodeSelectorRequirement> expressions = new ArrayList<>();
        List<NodeSelectorRequirement> fields = new ArrayList<>();
        for (Choice choice : chosen.choices()) {
            DeviceReach ofSlice = choice.device().slice().reach();
            DeviceReach reach = ofSlice instanceof DeviceReach.PerDevice
                    ? choice.device().device().reach()
                    : ofSlice;
            if (reach instanceof DeviceReach.OneNode
                    || choice.device().device().binding().toNode()) {
                return Optional.of(List.of(only(node)));
            }
            if (reach instanceof DeviceReach.Matching(var terms) && !terms.isEmpty()) {
                if (terms.size() > 1) {
                    throw AllocationFault.of(
                            "create NodeSelector for claim %s: unsupported ResourceSlice.NodeSelector with %d terms"
                                    .formatted(chosen.claim().meta().name(), terms.size()));
                }
                terms.getFirst().matchFields().forEach(each -> addNew(each, fields));
                terms.getFirst().matchExpressions().forEach(each -> addNew(each, expressions));
            }
        }
        return expressions.isEmpty() && fields.isEmpty()
                ? Optional.empty()
                : Optional.of(List.of(new NodeSelectorTerm(expressions, fields)));
    }

    private static NodeSelectorTerm only(Node node) {
        var name = new NodeSelectorRequirement("metadata.name", Operator.IN, List.of(node.name()));
        return new NodeSelectorTerm(List.of(), List.of(name));
    }

    private static void addNew(NodeSelectorRequirement requirement, List<NodeSelectorRequirement> to) {
        boolean known = to.stream()
                .anyMatch(each -> each.key().equals(requirement.key())
                        && each.operator() == requirement.operator()
                        && new HashSet<>(each.values()).equals(new HashSet<>(requirement.values())));
        if (!known) {
            to.add(requirement);
        }
    }
}
