package dev.tenure.controllers.daemonset;

import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;

/// Makes the pods of a daemon set: the template, its revision as labels, the tolerations of every daemon, and
/// the node as the only one that the scheduler may choose. Upstream: daemonset_util.go (CreatePodTemplate,
/// ReplaceDaemonSetPodNodeNameNodeAffinity).
final class DaemonPodShape {
    private DaemonPodShape() {}

    /// The pod for any node, still without its affinity.
    ///
    /// @param hash the revision of the present template
    static ObjectNode forAnyNode(StoredObject stored, String hash) {
        DaemonSet set = stored.view(DaemonSet.class);
        Document document = Document.of(stored.content());
        ObjectNode pod = PodTemplateShape.pod(ResourceTypes.DAEMON_SETS, stored, document.at("spec", "template"));
        ObjectNode labels = pod.withObject("/metadata").withObject("/labels");
        String template = set.meta().annotations().get(DaemonPods.TEMPLATE_ANNOTATION);
        if (template != null) {
            labels.put(DaemonPods.TEMPLATE_LABEL, template);
        }
        labels.put(DaemonPods.HASH_LABEL, hash);
        ArrayNode tolerations = pod.withObject("/spec").putArray("tolerations");
        DaemonTolerations.of(set.template().spec()).forEach(toleration -> write(toleration, tolerations.addObject()));
        return pod;
    }

    private static void write(Toleration toleration, ObjectNode node) {
        if (!toleration.key().isEmpty()) {
            node.put("key", toleration.key());
        }
        if (!toleration.operator().word().isEmpty()) {
            node.put("operator", toleration.operator().word());
        }
        if (!toleration.value().isEmpty()) {
            node.put("value", toleration.value());
        }
        toleration.effect().ifPresent(effect -> node.put("effect", effect.word()));
        if (toleration.stay() instanceof Stay.AtMost(long seconds)) {
            node.put("tolerationSeconds", seconds);
        }
    }

    /// The same pod for one node.
    static Document forNode(ObjectNode any, String node) {
        ObjectNode pod = any.deepCopy();
        ObjectNode required = pod.withObject("/spec")
                .withObject("/affinity")
                .withObject("/nodeAffinity")
                .putObject("requiredDuringSchedulingIgnoredDuringExecution");
        required.putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchFields")
                .addObject()
                .put("key", "metadata.name")
                .put("operator", "In")
                .putArray("values")
                .add(node);
        return Document.of(pod);
    }
}
