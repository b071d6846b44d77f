package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectParts;
import dev.tenure.wire.json.TreeContent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pod that nothing was said of yet, with a node: the usual case of a binding. Two insertions into the stored text
/// or tree and a view with two new fields, where [BindingHandler] would read and write the whole. What is stored is the
/// same.
final class BoundPod {
    private static final String NODE_NAME = "spec.nodeName";
    private static final String OLD_NODE_NAME = "spec.host";

    private static final List<String> OF_SPEC = List.of("nodeName");
    private static final List<String> OF_STATUS = List.of("conditions", "nominatedNodeName");

    private BoundPod() {}

    /// @return empty when the pod has conditions, a nomination, or anything else that calls for a closer look
    static Optional<StoredObject> of(StoredObject current, String node, Instant now) {
        Pod pod = current.view(Pod.class);
        if (!isPlain(current, pod)) {
            return Optional.empty();
        }
        Instant at = now.truncatedTo(ChronoUnit.SECONDS);
        ObjectNode ofSpec = Json.object().put("nodeName", node);
        ObjectNode ofStatus = Json.object();
        ofStatus.putArray("conditions")
                .addObject()
                .put("type", Pod.SCHEDULED)
                .put("status", "True")
                .putNull("lastProbeTime")
                .put("lastTransitionTime", Objects.seconds(at));
        Optional<Content> content = current.content() instanceof TreeContent there
                ? tree(there.tree(), ofSpec, ofStatus)
                : ObjectParts.of(current.content()).flatMap(parts -> written(parts, ofSpec, ofStatus));
        return content.map(bound -> new StoredObject(header(current.header(), node), bound, 0, current.reader())
                .withView(view(pod, node, at)));
    }

    private static Optional<Content> tree(ObjectNode pod, ObjectNode ofSpec, ObjectNode ofStatus) {
        boolean plain = pod.get("spec") instanceof ObjectNode spec
                && pod.get("status") instanceof ObjectNode status
                && !spec.isEmpty()
                && !status.isEmpty()
                && OF_SPEC.stream().noneMatch(spec::has)
                && OF_STATUS.stream().noneMatch(status::has);
        if (!plain) {
            return Optional.empty();
        }
        ObjectNode bound = pod.objectNode().setAll(pod);
        bound.set("spec", extended(pod, "spec").setAll(ofSpec));
        bound.set("status", extended(pod, "status").setAll(ofStatus));
        return Optional.of(TreeContent.of(bound));
    }

    /// A copy of a part that takes further members.
    private static ObjectNode extended(ObjectNode pod, String part) {
        return pod.objectNode().setAll((ObjectNode) pod.path(part));
    }

    private static boolean isPlain(StoredObject current, Pod pod) {
        return !pod.spec().bound()
                && pod.spec().schedulingGates().isEmpty()
                && pod.status().conditions().isEmpty()
                && pod.status().nominatedNodeName().isEmpty()
                && !current.header().deleting();
    }

    private static Optional<Content> written(ObjectParts pod, ObjectNode ofSpec, ObjectNode ofStatus) {
        boolean plain = pod.spec(OF_SPEC).isEmpty() && pod.status(OF_STATUS).isEmpty();
        return plain ? pod.extended(ofSpec, ofStatus).map(Content.class::cast) : Optional.empty();
    }

    private static StoredObject.Header header(StoredObject.Header old, String node) {
        Map<String, String> fields = new HashMap<>(old.fields());
        fields.put(NODE_NAME, node);
        fields.put(OLD_NODE_NAME, node);
        return new StoredObject.Header(old.key(), old.uid(), old.labels(), old.ownerUids(), fields, old.deleting());
    }

    private static Pod view(Pod pod, String node, Instant at) {
        var scheduled = new Condition(Pod.SCHEDULED, Condition.Truth.TRUE, "", "", at, Instant.EPOCH, 0);
        PodStatus old = pod.status();
        return new Pod(
                pod.meta(),
                pod.spec().with(node, pod.spec().tolerations(), pod.spec().containers()),
                old.withConditions(List.of(scheduled)));
    }
}
