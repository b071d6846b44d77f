package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.handler.ServedForm;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.meta.SelectorRule;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The objects that a binding gives to its policy. Pure but for what it reads. Upstream: CollectParams in
/// apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go.
final class PolicyParameters {
    private PolicyParameters() {}

    /// What a binding gives.
    sealed interface Given {
        /// @param params the policy is asked once for each, and never when there is none; an absent one is
        ///     null for it
        record Params(List<Optional<ObjectNode>> params) implements Given {
            public Params {
                params = List.copyOf(params);
            }
        }

        record Fault(String why) implements Given {}
    }

    /// What is wrong with the kind of parameters that a policy names; empty when nothing is, or it names
    /// none.
    static String fault(JsonNode paramKind, KindTable kinds) {
        if (!paramKind.isObject() || entry(paramKind, kinds).isPresent()) {
            return "";
        }
        GroupVersionKind kind = GroupVersionKind.of(
                paramKind.path("apiVersion").asText(""), paramKind.path("kind").asText(""));
        return "failed to find resource referenced by paramKind: '%s/%s, Kind=%s'"
                .formatted(kind.group(), kind.version(), kind.kind());
    }

    private static Optional<KindEntry> entry(JsonNode paramKind, KindTable kinds) {
        return kinds.ofKind(
                paramKind.path("apiVersion").asText(""), paramKind.path("kind").asText(""));
    }

    /// @param namespace of the write; empty for objects of the whole cluster
    static Given of(JsonNode paramKind, JsonNode ref, String namespace, ClusterAccess cluster, KindTable kinds) {
        Optional<KindEntry> found = entry(paramKind, kinds);
        if (!ref.isObject() || found.isEmpty()) {
            return new Given.Params(List.of(Optional.empty()));
        }
        KindEntry entry = found.get();
        String own = ref.path("namespace").asText("");
        if (!entry.type().namespaced() && !own.isEmpty()) {
            return new Given.Fault("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
        }
        String place = own.isEmpty() && entry.type().namespaced() ? namespace : own;
        if (entry.type().namespaced() && place.isEmpty()) {
            return new Given.Fault(
                    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
        }
        List<Optional<ObjectNode>> params = objects(entry, ref, place, cluster);
        if (params.isEmpty() && ref.path("parameterNotFoundAction").asText("").equals("Deny")) {
            return new Given.Fault("no params found for policy binding with `Deny` parameterNotFoundAction");
        }
        return new Given.Params(params);
    }

    private static List<Optional<ObjectNode>> objects(
            KindEntry entry, JsonNode ref, String namespace, ClusterAccess cluster) {
        List<StoredObject> all = new ArrayList<>();
        String name = ref.path("name").asText("");
        if (name.isEmpty()) {
            all.addAll(cluster.list(entry.stored(), namespace));
            all.sort(Comparator.comparing(object -> object.key().toString()));
        } else {
            cluster.get(entry.stored(), namespace, name).ifPresent(all::add);
        }
        JsonNode selector = ref.path("selector");
        return all.stream()
                .filter(object -> !(object.content() instanceof Content.Unreadable))
                .map(object -> ObjectTrees.tree(ServedForm.of(entry, object)))
                .filter(tree -> !name.isEmpty()
                        || SelectorRule.matches(selector, tree.path("metadata").path("labels")))
                .map(Optional::of)
                .toList();
    }
}
