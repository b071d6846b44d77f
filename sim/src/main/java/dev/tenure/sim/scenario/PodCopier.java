package dev.tenure.sim.scenario;

import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Copies one running pod. What tells pods of a set from one another is put in at the places where it stands
/// in the sample; everything else is shared by the views of all copies, which are made beside their bytes and
/// need not be read. Confined to one thread.
final class PodCopier {
    /// What a copy has of its own.
    ///
    /// @param host address of the node
    record Own(String name, String uid, String node, String host, String address) {
        private List<String> inOrder() {
            return List.of(name, uid, node, host, address);
        }
    }

    /// Bytes, and which part of what is a copy's own follows upon them; -1 for none.
    private record Piece(byte[] before, int part) {}

    private final StoredObject sample;
    private final Pod pod;
    private final Own original;
    private final List<Piece> pieces = new ArrayList<>();

    /// @param sample a pod on a node, with an address
    PodCopier(StoredObject sample) {
        this.sample = sample;
        this.pod = sample.view(Pod.class);
        this.original = new Own(
                sample.key().name(),
                sample.uid(),
                pod.spec().nodeName(),
                Json.readObject(sample.json()).at("/status/hostIP").asText(),
                sample.header().fields().getOrDefault("status.podIP", ""));
        cut(new String(sample.json(), StandardCharsets.UTF_8));
    }

    /// Where the set's pods differ. Names of nodes and addresses count only as whole texts.
    private void cut(String text) {
        Pattern own = Pattern.compile("(%s)|(%s)|(?<=\")(?:(%s)|(%s)|(%s))(?=\\\\?\")"
                .formatted(original.inOrder().stream().map(Pattern::quote).toArray()));
        Matcher found = own.matcher(text);
        int from = 0;
        while (found.find()) {
            int group = 1;
            while (found.group(group) == null) {
                group++;
            }
            pieces.add(new Piece(bytes(text.substring(from, found.start())), group - 1));
            from = found.end();
        }
        pieces.add(new Piece(bytes(text.substring(from)), -1));
    }

    /// The part of the names that all pods of the set have, with the hyphen.
    String prefix() {
        return original.name().substring(0, original.name().lastIndexOf('-') + 1);
    }

    StoredObject copy(Own own, long revision) {
        var fields = new HashMap<>(sample.header().fields());
        fields.put("status.podIP", own.address());
        fields.replaceAll((_, value) -> value.equals(original.node()) ? own.node() : value);
        var header = new StoredObject.Header(
                ResourceTypes.PODS.key(sample.key().namespace(), own.name()),
                own.uid(),
                sample.header().labels(),
                sample.header().ownerUids(),
                fields,
                false);
        PodSpec spec = pod.spec();
        return new StoredObject(header, Document.stored(json(own)), revision, Views.reader(ResourceTypes.PODS))
                .withView(
                        new Pod(meta(own), spec.with(own.node(), spec.tolerations(), spec.containers()), status(own)));
    }

    private byte[] json(Own own) {
        List<String> parts = own.inOrder();
        var out = new ByteArrayOutputStream(sample.json().length + own.name().length());
        for (Piece piece : pieces) {
            out.writeBytes(piece.before());
            if (piece.part() >= 0) {
                out.writeBytes(bytes(parts.get(piece.part())));
            }
        }
        return out.toByteArray();
    }

    private ObjectMeta meta(Own own) {
        ObjectMeta meta = pod.meta();
        return new ObjectMeta(
                own.name(),
                meta.namespace(),
                own.uid(),
                meta.generation(),
                meta.creationTimestamp(),
                meta.deletion(),
                meta.labels(),
                meta.annotations(),
                meta.ownerReferences(),
                meta.finalizers());
    }

    private PodStatus status(Own own) {
        PodStatus status = pod.status();
        return new PodStatus(
                status.phase(),
                status.reason(),
                status.message(),
                status.conditions(),
                List.of(own.address()),
                List.of(own.host()),
                status.nominatedNodeName(),
                status.startTime(),
                status.qosClass(),
                status.resize(),
                status.resources(),
                status.allocatedResources(),
                containers(status.initContainerStatuses(), own),
                containers(status.containerStatuses(), own),
                status.resourceClaims(),
                status.extendedClaim(),
                status.observedGeneration());
    }

    private List<ContainerStatus> containers(List<ContainerStatus> statuses, Own own) {
        return statuses.stream()
                .map(each -> new ContainerStatus(
                        each.name(),
                        each.image(),
                        each.imageId(),
                        each.containerId().replace(original.uid(), own.uid()),
                        each.ready(),
                        each.started(),
                        each.restartCount(),
                        each.state(),
                        each.allocatedResources(),
                        each.resources()))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
