package dev.tenure.kinds.definition;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The versions in which kube-apiserver stores objects, or has stored them, though it does not serve them. An
/// object stays in the version of the server that wrote it last, however old; kube-apiserver reads them all.
/// Pure. Upstream: pkg/kubeapiserver/default_storage_factory_builder.go, and the versions of k8s.io/api.
public final class StorageForms {
    private static final String BETA = "v1beta1";
    private static final String ADMISSION = "admissionregistration.k8s.io";

    /// Kinds that are served in their first version but still stored as they were in beta; both look alike.
    private static final Set<String> AS_BETA = Set.of("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding");

    /// Versions whose kinds have the same fields, by the same numbers, in the version that is served; of
    /// those named there, the one that has the kind.
    private static final Map<String, List<String>> ALIKE = Map.ofEntries(
            Map.entry(ADMISSION + "/v1alpha1", List.of(ADMISSION + "/v1")),
            Map.entry(ADMISSION + "/v1beta1", List.of(ADMISSION + "/v1")),
            Map.entry("apps/v1beta1", List.of("apps/v1")),
            Map.entry("apps/v1beta2", List.of("apps/v1")),
            Map.entry("batch/v1beta1", List.of("batch/v1")),
            Map.entry("certificates.k8s.io/v1beta1", List.of("certificates.k8s.io/v1")),
            Map.entry("coordination.k8s.io/v1beta1", List.of("coordination.k8s.io/v1")),
            Map.entry("extensions/v1beta1", List.of("apps/v1", "networking.k8s.io/v1")),
            Map.entry("flowcontrol.apiserver.k8s.io/v1beta1", List.of("flowcontrol.apiserver.k8s.io/v1")),
            Map.entry("flowcontrol.apiserver.k8s.io/v1beta2", List.of("flowcontrol.apiserver.k8s.io/v1")),
            Map.entry("flowcontrol.apiserver.k8s.io/v1beta3", List.of("flowcontrol.apiserver.k8s.io/v1")),
            Map.entry("networking.k8s.io/v1beta1", List.of("networking.k8s.io/v1")),
            Map.entry("node.k8s.io/v1beta1", List.of("node.k8s.io/v1")),
            Map.entry("policy/v1beta1", List.of("policy/v1")),
            Map.entry("rbac.authorization.k8s.io/v1beta1", List.of("rbac.authorization.k8s.io/v1")),
            Map.entry("resource.k8s.io/v1beta2", List.of("resource.k8s.io/v1")),
            Map.entry("scheduling.k8s.io/v1beta1", List.of("scheduling.k8s.io/v1")),
            Map.entry("storage.k8s.io/v1alpha1", List.of("storage.k8s.io/v1")),
            Map.entry("storage.k8s.io/v1beta1", List.of("storage.k8s.io/v1")));

    /// Kinds of these versions that looked different.
    private static final Set<String> UNLIKE = Set.of("Ingress", "PriorityLevelConfiguration");

    private static final String BUDGETS = "policy/v1beta1";

    /// In that version an empty selector meant no pod, and one for pods without this label meant all.
    private static final String NO_POD_HAS = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";

    private StorageForms() {}

    /// In which version objects of a kind are stored.
    ///
    /// @param kind in the version that is preferred
    public static GroupVersionKind stored(GroupVersionKind kind) {
        return kind.group().equals(ADMISSION) && AS_BETA.contains(kind.kind())
                ? new GroupVersionKind(kind.group(), BETA, kind.kind())
                : kind;
    }

    /// What a kind consists of, served or only stored.
    public static Optional<ObjectType> shape(GroupVersionKind kind) {
        return Schema.builtIn().kind(kind).or(() -> alike(kind).flatMap(Schema.builtIn()::kind));
    }

    private static Optional<GroupVersionKind> alike(GroupVersionKind kind) {
        if (UNLIKE.contains(kind.kind())) {
            return Optional.empty();
        }
        return ALIKE.getOrDefault(kind.apiVersion(), List.of()).stream()
                .map(version -> GroupVersionKind.of(version, kind.kind()))
                .filter(now -> Schema.builtIn().kind(now).isPresent())
                .findFirst();
    }

    /// An object in the version that is served, where the one that it has is older and looks alike; otherwise
    /// as it is.
    public static ObjectNode served(ObjectNode tree) {
        String version = tree.path("apiVersion").asText("");
        if (version.equals(BetaDefinitions.STORED)) {
            return BetaDefinitions.toServed(tree);
        }
        if (!ALIKE.containsKey(version)) {
            return tree;
        }
        alike(GroupVersionKind.of(version, tree.path("kind").asText(""))).ifPresent(now -> {
            tree.put("apiVersion", now.apiVersion());
            if (version.equals(BUDGETS) && tree.get("spec") instanceof ObjectNode spec) {
                selectAsBefore(spec);
            }
        });
        return tree;
    }

    /// Upstream: pkg/apis/policy/v1beta1/conversion.go.
    private static void selectAsBefore(ObjectNode spec) {
        if (!(spec.get("selector") instanceof ObjectNode selector)) {
            return;
        }
        if (selector.isEmpty()) {
            selector.putArray("matchExpressions")
                    .add(Json.object().put("key", NO_POD_HAS).put("operator", "Exists"));
            return;
        }
        List<JsonNode> kept = selector.path("matchExpressions")
                .valueStream()
                .filter(one -> !one.path("key").asText("").equals(NO_POD_HAS))
                .toList();
        selector.remove("matchExpressions");
        if (!kept.isEmpty()) {
            ArrayNode left = selector.putArray("matchExpressions");
            kept.forEach(left::add);
        }
    }
}
