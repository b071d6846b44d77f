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

/// All roles and bindings of one moment. Immutable.
public final class RbacSnapshot {
    /// @param kind User, Group or ServiceAccount
    record Subject(String kind, String name, String namespace) {
        boolean is(Attributes a) {
            return switch (kind) {
                case "User" -> a.caller().user().equals(name);
                case "Group" -> a.caller().groups().contains(name);
                case "ServiceAccount" -> a.caller().user().equals("system:serviceaccount:" + namespace + ":" + name);
                default -> false;
            };
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

    private final Map<String, List<PolicyRule>> clusterRoles = new HashMap<>();
    private final Map<String, List<PolicyRule>> roles = new HashMap<>();
    private final List<Binding> clusterBindings = new ArrayList<>();
    private final Map<String, List<Binding>> bindings = new HashMap<>();

    /// The trees of all objects of each kind.
    public record Trees(
            List<? extends JsonNode> clusterRoles,
            List<? extends JsonNode> roles,
            List<? extends JsonNode> clusterBindings,
            List<? extends JsonNode> bindings) {}

    public RbacSnapshot(Trees trees) {
        trees.clusterRoles().forEach(t -> clusterRoles.put(name(t), rules(t, trees.clusterRoles())));
        trees.roles().forEach(t -> roles.put(namespace(t) + "/" + name(t), ownRules(t)));
        trees.clusterBindings().forEach(t -> clusterBindings.add(Binding.of(t)));
        trees.bindings()
                .forEach(t -> bindings.computeIfAbsent(namespace(t), _ -> new ArrayList<>())
                        .add(Binding.of(t)));
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

    /// A role that aggregates has the rules of those it selects, and of those that they select, whether or not the
    /// controller has written them into it yet. Roles may select each other. Upstream: clusterroleaggregation.
    private static List<PolicyRule> rules(JsonNode role, List<? extends JsonNode> all) {
        if (!aggregates(role)) {
            return ownRules(role);
        }
        var rules = new LinkedHashSet<PolicyRule>();
        var seen = new HashSet<String>();
        var open = new ArrayDeque<JsonNode>();
        seen.add(name(role));
        open.add(role);
        for (JsonNode next = open.poll(); next != null; next = open.poll()) {
            List<JsonNode> selected = selected(next, all);
            if (selected.isEmpty()) {
                rules.addAll(ownRules(next));
            }
            for (JsonNode other : selected) {
                if (seen.add(name(other))) {
                    open.add(other);
                }
            }
        }
        return List.copyOf(rules);
    }

    private static boolean aggregates(JsonNode role) {
        return role.path("aggregationRule").isObject();
    }

    private static List<JsonNode> selected(JsonNode role, List<? extends JsonNode> all) {
        var selected = new ArrayList<JsonNode>();
        for (JsonNode selector : role.path("aggregationRule").path("clusterRoleSelectors")) {
            for (JsonNode other : all) {
                JsonNode labels = other.path("metadata").path("labels");
                if (!name(other).equals(name(role))
                        && SelectorValidation.usable(selector)
                        && SelectorRule.matches(selector, labels)) {
                    selected.add(other);
                }
            }
        }
        return selected;
    }

    /// Tells every rule that holds for this caller in this namespace.
    ///
    /// @param a whose caller and namespace count
    void grants(Attributes a, Consumer<Grant> listener) {
        clusterBindings.forEach(b -> grants(b, a, listener));
        if (!a.namespace().isEmpty()) {
            bindings.getOrDefault(a.namespace(), List.of()).forEach(b -> grants(b, a, listener));
        }
    }

    private void grants(Binding binding, Attributes a, Consumer<Grant> listener) {
        for (Subject subject : binding.subjects()) {
            if (subject.is(a)) {
                for (PolicyRule rule : rules(binding)) {
                    listener.accept(new Grant(rule, binding.words(subject)));
                }
                return;
            }
        }
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
        Set<String> faults = new LinkedHashSet<>();
        clusterBindings.forEach(binding -> fault(binding, a).ifPresent(faults::add));
        if (!a.namespace().isEmpty()) {
            bindings.getOrDefault(a.namespace(), List.of())
                    .forEach(binding -> fault(binding, a).ifPresent(faults::add));
        }
        return List.copyOf(faults);
    }

    private Optional<String> fault(Binding binding, Attributes a) {
        boolean resolved = role(binding.roleKind(), binding.namespace(), binding.roleName())
                .isPresent();
        return resolved || binding.subjects().stream().noneMatch(subject -> subject.is(a))
                ? Optional.empty()
                : Optional.of("%s.rbac.authorization.k8s.io %s not found"
                        .formatted(binding.roleKind().toLowerCase(Locale.ROOT), Quoted.of(binding.roleName())));
    }

    /// Which binding, if any, allows this.
    String allowedBy(Attributes a) {
        var found = new String[] {""};
        grants(a, grant -> {
            if (found[0].isEmpty() && grant.rule().allows(a)) {
                found[0] = grant.words();
            }
        });
        return found[0];
    }
}
