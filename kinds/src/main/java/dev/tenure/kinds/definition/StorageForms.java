package dev.tenure.kinds.definition;

import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.util.Optional;
import java.util.Set;

/// The versions in which kube-apiserver stores objects though it does not serve them. Pure. Upstream:
/// pkg/kubeapiserver/default_storage_factory_builder.go.
public final class StorageForms {
    private static final String BETA = "v1beta1";
    private static final String FIRST = "v1";
    private static final String ADMISSION = "admissionregistration.k8s.io";

    /// Kinds that are served in their first version but still stored as they were in beta; both look alike.
    private static final Set<String> AS_BETA = Set.of("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding");

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
        return Schema.builtIn()
                .kind(kind)
                .or(() -> kind.version().equals(BETA) && kind.group().equals(ADMISSION)
                        ? Schema.builtIn().kind(new GroupVersionKind(kind.group(), FIRST, kind.kind()))
                        : Optional.empty());
    }

    /// An object in a version that is served, where the one that it has is none; otherwise as it is.
    public static ObjectNode served(ObjectNode tree) {
        String version = tree.path("apiVersion").asText("");
        if (version.equals(BetaDefinitions.STORED)) {
            return BetaDefinitions.toServed(tree);
        }
        boolean beta = version.equals(ADMISSION + "/" + BETA)
                && AS_BETA.contains(tree.path("kind").asText(""));
        return beta ? tree.put("apiVersion", ADMISSION + "/" + FIRST) : tree;
    }
}
