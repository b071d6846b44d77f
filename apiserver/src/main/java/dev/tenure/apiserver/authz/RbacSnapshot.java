package dev.tenure.apiserver.authz;

import dev.tenure.apiserver.registry.meta.SelectorRule;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// All roles and bindings of one moment. Immutable.
final class RbacSnapshot {
    /// @param kind User, Group or ServiceAccount
    record Subject(String kind, String name, String namespace) {
        /// The user that it is, if it is one.
        Optional<String> user() {
            return switch (kind) {
                case "User" -> Optional.of(name);
                case "ServiceAccount" -> Optional.of("system:serviceaccount:" + namespace + ":" + name);
                default -> Optional.empty();
            };
        }

        boolean isGroup() {
            return kind.equals("Group");
        }

        String words() {
            return kind + " \"" + (kind.equals("ServiceAccount") ? name + "/" + namespace : name) + "\"";
        }
    }

    /// @param namespace empty for a binding of the whole cluster
    record Binding(String name, String namespace, String roleKind, String roleName, List<Subject> subjects) {
        static Binding of(JsonNode tree) {
            String namespace = tree.path("metadata").path("namespace").asText("");
            var subjects = new ArrayList<Subject>();
            for (JsonNode one : tree.path("subjects")) {
                String own = one.path("namespace").asText("");
                subjects.add(new Subject(
                        one.path("kind").asText(""), one.path("name").asText(""), own.isEmpty() ? namespace : own));
            }
            return new Binding(
                    tree.path("metadata").path("name").asText(""),
                    namespace,
                    tree.path("roleRef").path("kind").asText(""),
                    tree.path("roleRef").path("name").asText(""),
                    List.copyOf(subjects));
        }

        String words(Subject subject) {
            String own = namespace.isEmpty()
                    ? "ClusterRoleBinding \"" + name + "\""
                    : "RoleBinding \"" + name + "/" + namespace + "\"";
            return own + " of " + roleKind + " \"" + roleName + "\" to " + subject.words();
        }
    }

    /// A rule with the binding and the subject by which it holds.
    public record Grant(PolicyRule rule, String words) {}

    /// A role, namespaced or not.
    ///
    /// @param labels of a cluster role, by which others select it
    /// @param selectors of a cluster role that aggregates
    record Role(String name, String namespace, JsonNode labels, Optional<JsonNode> selectors, List<PolicyRule> rules) {
        static Role of(JsonNode tree) {
            JsonNode aggregation = tree.path("aggregationRule");
            return new Role(
                    RbacSnapshot.name(tree),
                    RbacSnapshot.namespace(tree),
                    tree.path("metadata").path("labels"),
                    Optional.of(aggregation).filter(JsonNode::isObject).map(rule -> rule.path("clusterRoleSelectors")),
                    ownRules(tree));
        }
    }

    private final Map<String, List<PolicyRule>> clusterRoles = new HashMap<>();
    private final Map<String, List<PolicyRule>> roles = new HashMap<>();
    private final BoundSubjects clusterBindings = new BoundSubjects();
    private final Map<String, BoundSubjects> bindings = new HashMap<>();

    /// All objects of each kind.
    record Parts(List<Role> clusterRoles, List<Role> roles, List<Binding> clusterBindings, List<Binding> bindings) {}

    RbacSnapshot(Parts parts) {
        parts.clusterRoles().forEach(role -> clusterRoles.put(role.name(), rules(role, parts.clusterRoles())));
        parts.roles().forEach(role -> roles.put(role.namespace() + "/" + role.name(), role.rules()));
        parts.clusterBindings().forEach(clusterBindings::add);
        parts.bindings()
                .forEach(one -> bindings.computeIfAbsent(one.namespace(), _ -> new BoundSubjects())
                        .add(one));
    }

    private static String name(JsonNode tree) {
        return tree.path("metadata").path("name").asText("");
    }

    private static String namespace(JsonNode tree) {
        return tree.path("metadata").path("namespace").asText("");
    }

    private static List<PolicyRule> ownRules(JsonNode role) {
        var rules = new ArrayList<PolicyRule>();
        role.path("rules").forEach(r -> rules.add(PolicyRule.of(r)));
        return rules;
    }

    /// A role that aggregates has the rules of those it selects, and of those that they select, whether or
    /// not the controller has written them into it yet. Roles may select each other. Upstream:
    /// clusterroleaggregation.
    private static List<PolicyRule> rules(Role role, List<Role> all) {
        if (role.selectors().isEmpty()) {
            return role.rules();
        }
        var rules = new LinkedHashSet<PolicyRule>();
        var seen = new HashSet<String>();
        var open = new ArrayDeque<Role>();
        seen.add(role.name());
        open.add(role);
        for (Role next = open.poll(); next != null; next = open.poll()) {
            List<Role> selected = selected(next, all);
            if (selected.isEmpty()) {
                rules.addAll(next.rules());
            }
            for (Role other : selected) {
                if (seen.add(other.name())) {
                    open.add(other);
                }
            }
        }
        return List.copyOf(rules);
    }

    private static List<Role> selected(Role role, List<Role> all) {
        var selected = new ArrayList<Role>();
        role.selectors()
                .ifPresent(selectors -> selectors.forEach(selector -> {
                    if (SelectorValidation.usable(selector)) {
                        all.stream()
                                .filter(other -> !other.name().equals(role.name())
                                        && SelectorRule.matches(selector, other.labels()))
                                .forEach(selected::add);
                    }
                }));
        return selected;
    }

    /// Tells every rule that holds for this caller in this namespace.
    ///
    /// @param a whose caller and namespace count
    void grants(Attributes a, Consumer<Grant> listener) {
        for (BoundSubjects.Bound bound : bound(a)) {
            for (PolicyRule rule : rules(bound.binding())) {
                listener.accept(new Grant(rule, bound.words()));
            }
        }
    }

    /// The bindings that hold for this caller in this namespace, those of the whole cluster first.
    private List<BoundSubjects.Bound> bound(Attributes a) {
        List<BoundSubjects.Bound> everywhere = clusterBindings.of(a.caller());
        Optional<BoundSubjects> here =
                a.namespace().isEmpty() ? Optional.empty() : Optional.ofNullable(bindings.get(a.namespace()));
        if (here.isEmpty()) {
            return everywhere;
        }
        var all = new ArrayList<>(everywhere);
        all.addAll(here.get().of(a.caller()));
        return all;
    }

    private List<PolicyRule> rules(Binding binding) {
        return binding.roleKind().equals("ClusterRole")
                ? clusterRoles.getOrDefault(binding.roleName(), List.of())
                : roles.getOrDefault(binding.namespace() + "/" + binding.roleName(), List.of());
    }

    Optional<List<PolicyRule>> role(String kind, String namespace, String name) {
        return Optional.ofNullable(
                kind.equals("ClusterRole") ? clusterRoles.get(name) : roles.get(namespace + "/" + name));
    }

    /// What bindings that hold for this caller in this namespace refer to and is not there, each once.
    ///
    /// @param a whose caller and namespace count
    List<String> unresolved(Attributes a) {
        return unresolved(a, binding -> binding.roleKind().toLowerCase(Locale.ROOT));
    }

    /// The same, to whom writes a role or a binding: upstream then looks roles up by way of the request, and
    /// takes them for what the request is about.
    ///
    /// @param resource that the request is about
    List<String> unresolved(Attributes a, String resource) {
        return unresolved(a, _ -> resource);
    }

    private List<String> unresolved(Attributes a, Function<Binding, String> word) {
        Set<String> faults = new LinkedHashSet<>();
        for (BoundSubjects.Bound bound : bound(a)) {
            Binding binding = bound.binding();
            if (role(binding.roleKind(), binding.namespace(), binding.roleName())
                    .isEmpty()) {
                faults.add("%s.rbac.authorization.k8s.io %s not found"
                        .formatted(word.apply(binding), Quoted.of(binding.roleName())));
            }
        }
        return List.copyOf(faults);
    }

    /// Which binding, if any, allows this.
    String allowedBy(Attributes a) {
        for (BoundSubjects.Bound bound : bound(a)) {
            for (PolicyRule rule : rules(bound.binding())) {
                if (rule.allows(a)) {
                    return bound.words();
                }
            }
        }
        return "";
    }
}
