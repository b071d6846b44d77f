package dev.tenure.wire.view;

import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.function.Predicate;

/// Nodes, their leases, runtime classes.
final class NodeViews {
    private NodeViews() {}

    static Node node(JsonNode object) {
        return new Node(MetaViews.meta(object), spec(object.path("spec")), status(object.path("status")));
    }

    /// The next state of a node.
    ///
    /// @param same which members are the same as before: `spec` and `status` as a whole, or `status/images`
    static Node next(Node before, ObjectMeta meta, JsonNode object, Predicate<String> same) {
        Node.NodeSpec spec = same.test("spec") ? before.spec() : spec(object.path("spec"));
        if (same.test("status")) {
            return new Node(meta, spec, before.status());
        }
        JsonNode status = object.path("status");
        return new Node(
                meta,
                spec,
                same.test("status/images") ? status(status, before.status().images()) : status(status));
    }

    private static Node.NodeSpec spec(JsonNode node) {
        String cidr = Tree.text(node, "podCIDR");
        List<String> cidrs = Tree.texts(node, "podCIDRs");
        return new Node.NodeSpec(
                TaintViews.taints(node, "taints"),
                Tree.flag(node, "unschedulable"),
                Tree.text(node, "providerID"),
                cidrs.isEmpty() && !cidr.isEmpty() ? List.of(cidr) : cidrs);
    }

    private static Node.NodeStatus status(JsonNode node) {
        return status(
                node,
                Tree.list(
                        node,
                        "images",
                        image -> new Node.ContainerImage(Tree.texts(image, "names"), Tree.number(image, "sizeBytes"))));
    }

    private static Node.NodeStatus status(JsonNode node, List<Node.ContainerImage> images) {
        ResourceList capacity = ResourceViews.list(node, "capacity");
        JsonNode info = node.path("nodeInfo");
        return new Node.NodeStatus(
                capacity,
                Tree.has(node, "allocatable") ? ResourceViews.list(node, "allocatable") : capacity,
                MetaViews.conditions(node),
                images,
                Tree.list(
                        node,
                        "addresses",
                        address -> new Node.NodeAddress(Tree.text(address, "type"), Tree.text(address, "address"))),
                new Node.NodeInfo(Tree.text(info, "kubeletVersion")),
                Tree.texts(node, "declaredFeatures"),
                Tree.texts(node, "volumesInUse"),
                Tree.integer(node.path("daemonEndpoints").path("kubeletEndpoint"), "Port"));
    }

    static Lease lease(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Lease(
                MetaViews.meta(object),
                Tree.text(spec, "holderIdentity"),
                Tree.integer(spec, "leaseDurationSeconds"),
                TimeReader.optional(spec, "acquireTime"),
                TimeReader.optional(spec, "renewTime"),
                Tree.integer(spec, "leaseTransitions"));
    }
}
