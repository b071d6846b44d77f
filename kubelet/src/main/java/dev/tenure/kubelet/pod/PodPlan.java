package dev.tenure.kubelet.pod;

import dev.tenure.kubelet.pod.ContainerPlan.Role;
import dev.tenure.kubelet.resize.Allocation;
import dev.tenure.kubelet.resize.Amounts;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// A pod as it is to run: its typed view for decisions, its whole document for what is only passed on.
///
/// @param inits init containers and sidecars, in order
/// @param mains those of `spec.containers`, in order
/// @param ephemerals those that were put into it later, in order
public record PodPlan(
        Pod pod,
        JsonNode document,
        List<ContainerPlan> inits,
        List<ContainerPlan> mains,
        List<ContainerPlan> ephemerals,
        QosClass qos) {
    public PodPlan {
        inits = List.copyOf(inits);
        mains = List.copyOf(mains);
        ephemerals = List.copyOf(ephemerals);
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
            RestartPolicy ofPod = policy == RestartPolicy.ALWAYS ? RestartPolicy.ON_FAILURE : policy;
            Role role = sidecar ? Role.SIDECAR : Role.INIT;
            inits.add(container(
                    container, role, ownPolicy(container, ofPod), pod.spec().initContainers()));
        }
        var mains = new ArrayList<ContainerPlan>();
        for (JsonNode container : spec.path("containers")) {
            mains.add(container(
                    container,
                    Role.MAIN,
                    ownPolicy(container, policy),
                    pod.spec().containers()));
        }
        var ephemerals = new ArrayList<ContainerPlan>();
        for (JsonNode container : spec.path("ephemeralContainers")) {
            ephemerals.add(container(container, Role.EPHEMERAL, RestartPolicy.NEVER, List.of()));
        }
        return new PodPlan(pod, document, inits, mains, ephemerals, QosRule.of(pod));
    }

    private static RestartPolicy ownPolicy(JsonNode container, RestartPolicy otherwise) {
        return switch (container.path("restartPolicy").asText("")) {
            case "Always" -> RestartPolicy.ALWAYS;
            case "OnFailure" -> RestartPolicy.ON_FAILURE;
            case "Never" -> RestartPolicy.NEVER;
            default -> otherwise;
        };
    }

    /// @param typed those among which it stands, as values
    private static ContainerPlan container(JsonNode spec, Role role, RestartPolicy policy, List<Container> typed) {
        String name = spec.path("name").asText();
        String image = spec.path("image").asText("");
        String pull = spec.path("imagePullPolicy").asText(image.contains(":") ? "IfNotPresent" : "Always");
        var hash = new CRC32();
        hash.update((name + "\0" + image).getBytes(StandardCharsets.UTF_8));
        var probes = new ContainerPlan.Probes(
                probe(spec, "startupProbe"), probe(spec, "livenessProbe"), probe(spec, "readinessProbe"));
        return new ContainerPlan(
                name,
                role,
                image,
                pull,
                policy,
                typed.stream()
                        .filter(container -> container.name().equals(name))
                        .flatMap(container -> container.restartPolicyRules().stream())
                        .toList(),
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

    /// The same pod as if it asked for what is set aside for it.
    public PodPlan granted(Allocation allocation) {
        if (allocation.grants(document)) {
            return this;
        }
        JsonNode granted = allocation.applied(document);
        return of((Pod) Views.view(ResourceTypes.PODS, (ObjectNode) granted), granted);
    }

    /// What one of its containers is to have.
    public Amounts amounts(ContainerPlan plan) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .filter(container -> container.name().equals(plan.name()))
                .findFirst()
                .map(container -> Amounts.of(container.resources(), pod.spec().resources()))
                .orElse(Amounts.NONE);
    }

    /// What it is to have as a whole, if it asks for that.
    public Optional<Amounts> amounts() {
        return pod.spec().resources().map(Amounts::of);
    }

    public String uid() {
        return pod.meta().uid();
    }

    /// `namespace_name_uid`, the name of its folder of logs.
    public String logFolder() {
        return pod.meta().namespace() + "_" + pod.meta().name() + "_" + uid();
    }

    /// Where a container stands in the pod, as Events name it: `spec.containers{NAME}`. Upstream:
    /// container/ref.go.
    ///
    /// @return empty when there is none of that name
    public String place(String container) {
        return containers().stream()
                .filter(each -> each.name().equals(container))
                .map(each -> switch (each.role()) {
                    case MAIN -> "spec.containers{%s}";
                    case INIT, SIDECAR -> "spec.initContainers{%s}";
                    case EPHEMERAL -> "spec.ephemeralContainers{%s}";
                })
                .map(place -> place.formatted(container))
                .findFirst()
                .orElse("");
    }

    /// All containers, in the order in which they start.
    public List<ContainerPlan> containers() {
        var all = new ArrayList<>(inits);
        all.addAll(mains);
        all.addAll(ephemerals);
        return all;
    }
}
