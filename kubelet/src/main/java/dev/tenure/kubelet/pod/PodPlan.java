package dev.tenure.kubelet.pod;

import dev.tenure.kubelet.pod.ContainerPlan.Role;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/// A pod as it is to run: its typed view for decisions, its whole document for what is only passed on.
///
/// @param inits init containers and sidecars, in order
/// @param mains the other containers, in order
public record PodPlan(Pod pod, JsonNode document, List<ContainerPlan> inits, List<ContainerPlan> mains, QosClass qos) {
    public PodPlan {
        inits = List.copyOf(inits);
        mains = List.copyOf(mains);
    }

    /// Reads the plan out of an API object, all of it: probes and containers have threads of their own.
    public static PodPlan of(StoredObject stored) {
        return of(stored.view(Pod.class), Document.of(stored.content()).tree().deepCopy());
    }

    public static PodPlan of(Pod pod, JsonNode document) {
        JsonNode spec = document.path("spec");
        RestartPolicy policy = pod.spec().restartPolicy();
        var inits = new ArrayList<ContainerPlan>();
        for (JsonNode container : spec.path("initContainers")) {
            boolean sidecar = container.path("restartPolicy").asText("").equals("Always");
            RestartPolicy own =
                    sidecar ? RestartPolicy.ALWAYS : policy == RestartPolicy.ALWAYS ? RestartPolicy.ON_FAILURE : policy;
            inits.add(container(container, sidecar ? Role.SIDECAR : Role.INIT, own));
        }
        var mains = new ArrayList<ContainerPlan>();
        for (JsonNode container : spec.path("containers")) {
            RestartPolicy own = switch (container.path("restartPolicy").asText("")) {
                case "Always" -> RestartPolicy.ALWAYS;
                case "OnFailure" -> RestartPolicy.ON_FAILURE;
                case "Never" -> RestartPolicy.NEVER;
                default -> policy;
            };
            mains.add(container(container, Role.MAIN, own));
        }
        return new PodPlan(pod, document, inits, mains, QosRule.of(pod));
    }

    private static ContainerPlan container(JsonNode spec, Role role, RestartPolicy policy) {
        String image = spec.path("image").asText("");
        String pull = spec.path("imagePullPolicy").asText(image.contains(":") ? "IfNotPresent" : "Always");
        var hash = new CRC32();
        hash.update((spec.path("name").asText() + "\0" + image).getBytes(StandardCharsets.UTF_8));
        var probes = new ContainerPlan.Probes(
                probe(spec, "startupProbe"), probe(spec, "livenessProbe"), probe(spec, "readinessProbe"));
        return new ContainerPlan(
                spec.path("name").asText(),
                role,
                image,
                pull,
                policy,
                Long.toHexString(hash.getValue()),
                role == Role.INIT ? ContainerPlan.Probes.NONE : probes,
                spec);
    }

    private static Optional<ProbePlan> probe(JsonNode spec, String field) {
        return spec.path(field).isObject() ? Optional.of(ProbePlan.of(spec.path(field))) : Optional.empty();
    }

    public JsonNode spec() {
        return document.path("spec");
    }

    public String uid() {
        return pod.meta().uid();
    }

    /// `namespace_name_uid`, the name of its folder of logs.
    public String logFolder() {
        return pod.meta().namespace() + "_" + pod.meta().name() + "_" + uid();
    }

    /// All containers, those that start first before the others.
    public List<ContainerPlan> containers() {
        var all = new ArrayList<>(inits);
        all.addAll(mains);
        return all;
    }
}
