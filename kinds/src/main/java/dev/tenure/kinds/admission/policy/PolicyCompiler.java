package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.Frozen;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/// Reads all policies and bindings and compiles what has changed. Immutable: each
/// reading makes the next compiler, which knows what is compiled. Upstream:
/// apiserver/pkg/admission/plugin/policy/generic/policy_source.go.
///
/// @param mutating by name of the policy
/// @param validating by name of the policy
record PolicyCompiler(
        Map<String, BoundPolicy<MutatingPolicy>> mutating, Map<String, BoundPolicy<ValidatingPolicy>> validating) {
    static final String GROUP = "admissionregistration.k8s.io";
    static final List<String> RESOURCES = List.of(
            "mutatingadmissionpolicies",
            "mutatingadmissionpolicybindings",
            "validatingadmissionpolicies",
            "validatingadmissionpolicybindings");
    static final PolicyCompiler NEW = new PolicyCompiler(Map.of(), Map.of());

    PolicyCompiler {
        mutating = Frozen.map(mutating);
        validating = Frozen.map(validating);
    }

    /// What the store says now.
    PolicyCompiler next(Store store) {
        return new PolicyCompiler(
                next(store, "mutatingadmissionpolic", mutating, MutatingPolicy::compile),
                next(store, "validatingadmissionpolic", validating, ValidatingPolicy::compile));
    }

    private static <P> Map<String, BoundPolicy<P>> next(
            Store store, String kind, Map<String, BoundPolicy<P>> known, BiFunction<String, JsonNode, P> compiler) {
        Map<String, List<BoundPolicy.Binding>> bindings = new HashMap<>();
        for (ObjectNode binding : read(store, kind + "ybindings")) {
            JsonNode spec = binding.path("spec");
            bindings.computeIfAbsent(spec.path("policyName").asText(""), _ -> new ArrayList<>())
                    .add(new BoundPolicy.Binding(name(binding), spec));
        }
        Map<String, BoundPolicy<P>> next = new TreeMap<>();
        for (ObjectNode policy : read(store, kind + "ies")) {
            String name = name(policy);
            List<BoundPolicy.Binding> bound = bindings.getOrDefault(name, List.of());
            if (bound.isEmpty()) {
                continue;
            }
            JsonNode spec = policy.path("spec");
            BoundPolicy<P> before = known.get(name);
            BoundPolicy<P> now = before != null && before.spec().equals(spec) ? before : compiled(name, spec, compiler);
            next.put(name, now.boundBy(sorted(bound)));
        }
        return next;
    }

    /// No policy keeps another from being compiled, whatever it says.
    private static <P> BoundPolicy<P> compiled(String name, JsonNode spec, BiFunction<String, JsonNode, P> compiler) {
        try {
            return new BoundPolicy<>(name, spec, Optional.of(compiler.apply(name, spec)), "", List.of());
        } catch (RuntimeException | StackOverflowError e) {
            return new BoundPolicy<>(name, spec, Optional.empty(), "the policy cannot be compiled: " + e, List.of());
        }
    }

    private static List<BoundPolicy.Binding> sorted(List<BoundPolicy.Binding> bindings) {
        return bindings.stream()
                .sorted(Comparator.comparing(BoundPolicy.Binding::name))
                .toList();
    }

    private static String name(ObjectNode object) {
        return ObjectTrees.text(ObjectTrees.metadata(object), "name");
    }

    /// All but those that cannot be read any more.
    private static List<ObjectNode> read(Store store, String resource) {
        return store.list(Range.all(new ResourceId(GROUP, resource), "")).items().stream()
                .filter(object -> !(object.content() instanceof Content.Unreadable))
                .map(ObjectTrees::unrevised)
                .toList();
    }

    /// What is asked about writes.
    PolicySnapshot snapshot() {
        return new PolicySnapshot(List.copyOf(mutating.values()), List.copyOf(validating.values()));
    }
}
