package dev.tenure.node;

import dev.tenure.kubelet.status.DeclaredFeatures;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.node.cri.ImageClient.Image;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a real node says of itself: the object that it registers and the patches of its status. Upstream:
/// kubelet_node_status.go, nodestatus/setters.go.
final class NodeStatusReport {
    private static final String KUBELET_VERSION = "v1.36.3";
    private static final int IMAGES_MAX = 50;
    private static final int NAMES_PER_IMAGE_MAX = 5;

    /// One condition as of now.
    record ReportedCondition(String type, boolean value, String reason, String message) {}

    /// What may change while the node runs.
    ///
    /// @param groupsPolicy whether its runtime knows policies of groups; empty while that is not known
    record Said(List<ReportedCondition> conditions, Optional<Boolean> groupsPolicy) {
        static final Said NOTHING = new Said(List.of(), Optional.empty());
    }

    private final NodeFacts facts;

    NodeStatusReport(NodeFacts facts) {
        this.facts = facts;
    }

    /// The object of a node that registers.
    ObjectNode registration() {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        ObjectNode meta = node.putObject("metadata").put("name", facts.name());
        ObjectNode labels = meta.putObject("labels")
                .put(WellKnownLabels.HOSTNAME, facts.name())
                .put(WellKnownLabels.OS, "linux")
                .put(WellKnownLabels.ARCH, facts.machine().architecture());
        facts.labels().forEach(labels::put);
        meta.putObject("annotations").put("volumes.kubernetes.io/controller-managed-attach-detach", "true");
        ArrayNode taints = node.putObject("spec").putArray("taints");
        for (Taint taint : facts.taints()) {
            ObjectNode entry = taints.addObject().put("key", taint.key());
            if (!taint.value().isEmpty()) {
                entry.put("value", taint.value());
            }
            entry.put("effect", taint.effect().word());
        }
        return node;
    }

    /// A patch of the whole status.
    ///
    /// @param before the node as the API shows it
    ObjectNode status(Node before, Said said, List<Image> images, Instant now) {
        ObjectNode patch = Json.object();
        ObjectNode status = patch.putObject("status");
        conditions(status.putArray("conditions"), before, said.conditions(), now.truncatedTo(ChronoUnit.SECONDS));
        ArrayNode addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", facts.address());
        addresses.addObject().put("type", "Hostname").put("address", facts.name());
        status.set("capacity", amounts(facts.capacity()));
        status.set("allocatable", amounts(facts.allocatable()));
        status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", facts.port());
        NodeFacts.Machine machine = facts.machine();
        status.putObject("nodeInfo")
                .put("architecture", machine.architecture())
                .put("bootID", machine.bootId())
                .put("containerRuntimeVersion", machine.runtime())
                .put("kernelVersion", machine.kernel())
                .put("kubeProxyVersion", "")
                .put("kubeletVersion", KUBELET_VERSION)
                .put("machineID", machine.machineId())
                .put("operatingSystem", "linux")
                .put("osImage", machine.image())
                .put("systemUUID", machine.systemUuid());
        images(status.putArray("images"), images);
        ArrayNode features = status.putArray("declaredFeatures");
        DeclaredFeatures.ALL.forEach(features::add);
        said.groupsPolicy().ifPresent(known -> status.putObject("features").put("supplementalGroupsPolicy", known));
        return patch;
    }

    private static void conditions(ArrayNode list, Node before, List<ReportedCondition> conditions, Instant now) {
        for (ReportedCondition reported : conditions) {
            String word = reported.value() ? "True" : "False";
            Optional<Condition> old = before.condition(reported.type());
            Instant since = old.filter(condition -> condition.status().word().equals(word))
                    .map(Condition::lastTransitionTime)
                    .orElse(now);
            list.addObject()
                    .put("type", reported.type())
                    .put("status", word)
                    .put("reason", reported.reason())
                    .put("message", reported.message())
                    .put("lastHeartbeatTime", now.toString())
                    .put("lastTransitionTime", since.toString());
        }
    }

    private static ObjectNode amounts(ResourceList list) {
        ObjectNode amounts = Json.object();
        list.amounts().forEach((name, amount) -> amounts.put(name, amount.toString()));
        return amounts;
    }

    /// The largest images, as many as the scheduler is told of.
    private static void images(ArrayNode list, List<Image> images) {
        images.stream()
                .sorted(Comparator.comparingLong(Image::sizeBytes).reversed())
                .limit(IMAGES_MAX)
                .forEach(image -> {
                    ObjectNode entry = list.addObject();
                    ArrayNode names = entry.putArray("names");
                    var all = new ArrayList<String>();
                    Stream.concat(image.digests().stream(), image.tags().stream())
                            .limit(NAMES_PER_IMAGE_MAX)
                            .forEach(all::add);
                    all.forEach(names::add);
                    entry.put("sizeBytes", image.sizeBytes());
                });
    }
}
