package dev.tenure.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.RbacSnapshot.Binding;
import dev.tenure.apiserver.authz.RbacSnapshot.Parts;
import dev.tenure.apiserver.authz.RbacSnapshot.Role;
import dev.tenure.apiserver.authz.RbacSnapshot.Subject;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RbacSnapshotTest {
    private static ObjectNode role(String name, String rest) {
        String json = "{'metadata': {'name': '%s'%s}".formatted(name, rest) + "}";
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static String rule(String resource) {
        return "'rules': [{'verbs': ['get'], 'apiGroups': [''], 'resources': ['%s']}]".formatted(resource);
    }

    private static String selecting(String selector) {
        return "'aggregationRule': {'clusterRoleSelectors': [%s]}".formatted(selector);
    }

    private static Set<String> resources(String role, ObjectNode... roles) {
        var snapshot =
                new RbacSnapshot(new Parts(Stream.of(roles).map(Role::of).toList(), List.of(), List.of(), List.of()));
        return snapshot.role("ClusterRole", "", role).orElseThrow().stream()
                .flatMap(rule -> rule.resources().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void rolesThatSelectEachOtherHaveTheSameRules() {
        ObjectNode a = role("a", ", 'labels': {'x': '1'}}, " + selecting("{'matchLabels': {'y': '1'}}") + ", 'n': {");
        ObjectNode b = role("b", ", 'labels': {'y': '1'}}, " + selecting("{'matchLabels': {'x': '1'}}") + ", 'n': {");
        ObjectNode c = role("c", ", 'labels': {'x': '1', 'y': '1'}}, " + rule("pods") + ", 'n': {");
        assertThat(resources("a", a, b)).isEmpty();
        assertThat(resources("a", a, b, c)).containsExactly("pods");
        assertThat(resources("b", a, b, c)).containsExactly("pods");
    }

    @Test
    void aRoleThatSelectsItselfGainsNothingByIt() {
        ObjectNode a = role("a", ", 'labels': {'x': '1'}}, " + selecting("{'matchLabels': {'x': '1'}}") + ", 'n': {");
        assertThat(resources("a", a)).isEmpty();
    }

    @Test
    void expressionsCount() {
        ObjectNode all = role(
                "all",
                "}, "
                        + selecting("{'matchLabels': {'agg': 'y'}, 'matchExpressions':"
                                + " [{'key': 'tier', 'operator': 'NotIn', 'values': ['secret']}]}")
                        + ", 'n': {");
        ObjectNode open = role("open", ", 'labels': {'agg': 'y', 'tier': 'open'}}, " + rule("pods") + ", 'n': {");
        ObjectNode bare = role("bare", ", 'labels': {'agg': 'y'}}, " + rule("nodes") + ", 'n': {");
        ObjectNode secret =
                role("secret", ", 'labels': {'agg': 'y', 'tier': 'secret'}}, " + rule("secrets") + ", 'n': {");
        ObjectNode other = role("other", ", 'labels': {'tier': 'open'}}, " + rule("leases") + ", 'n': {");
        assertThat(resources("all", all, open, bare, secret, other)).containsExactly("nodes", "pods");
    }

    @Test
    void anUnusableSelectorSelectsNothing() {
        ObjectNode all =
                role("all", "}, " + selecting("{'matchExpressions': [{'key': 'a', 'operator': 'Near'}]}") + ", 'n': {");
        ObjectNode pods = role("pods", ", 'labels': {'a': 'b'}}, " + rule("pods") + ", 'n': {");
        assertThat(resources("all", all, pods)).isEmpty();
    }

    /// Against the plain fixpoint: again and again each role takes the rules of those it selects, until
    /// nothing changes.
    @Test
    void whateverSelectsWhateverRulesAreThoseOfTheFixpoint() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int count = 1 + random.nextInt(6);
            var roles = new ArrayList<ObjectNode>();
            int[] selects = new int[count];
            for (int i = 0; i < count; i++) {
                selects[i] = random.nextBoolean() ? -1 : random.nextInt(3);
                String what = selects[i] < 0
                        ? rule("r" + i)
                        : selecting("{'matchLabels': {'l%d': '1'}}".formatted(selects[i]));
                roles.add(role("n" + i, labels(random) + ", " + what + ", 'n': {"));
            }
            List<Set<String>> expected = fixpoint(roles, selects);
            for (int i = 0; i < count; i++) {
                assertThat(resources("n" + i, roles.toArray(ObjectNode[]::new)))
                        .as("seed %d, round %d, role %d of %s", seed, round, i, roles)
                        .isEqualTo(expected.get(i));
            }
        }
    }

    private static String labels(Random random) {
        var labels = new ArrayList<String>();
        for (int l = 0; l < 3; l++) {
            if (random.nextBoolean()) {
                labels.add("'l%d': '1'".formatted(l));
            }
        }
        return ", 'labels': {" + String.join(", ", labels) + "}}";
    }

    private static List<Set<String>> fixpoint(List<ObjectNode> roles, int[] selects) {
        var rules = new ArrayList<Set<String>>();
        for (int i = 0; i < selects.length; i++) {
            rules.add(selects[i] < 0 ? new TreeSet<>(Set.of("r" + i)) : new TreeSet<>());
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < selects.length; i++) {
                for (int j = 0; j < selects.length; j++) {
                    boolean selected = selects[i] >= 0
                            && i != j
                            && roles.get(j).path("metadata").path("labels").has("l" + selects[i]);
                    changed |= selected && rules.get(i).addAll(rules.get(j));
                }
            }
        }
        return rules;
    }

    private static Binding binding(String name, String namespace, Subject... subjects) {
        return new Binding(name, namespace, "ClusterRole", "reader", List.of(subjects));
    }

    /// Bindings are told in their order, each by the first of its subjects that the caller is.
    @Test
    void bindingsAreFoundByWhomTheyAreFor() {
        var group = new Subject("Group", "g", "");
        var account = new Subject("ServiceAccount", "default", "n");
        var user = new Subject("User", "ann", "");
        List<Binding> cluster = List.of(
                binding("1", "", account),
                binding("2", "", user, group),
                binding("3", "", new Subject("Other", "ann", "")));
        List<Binding> here = List.of(binding("4", "n", group, user), binding("5", "n"), binding("6", "m", user));
        var reader = Role.of(role("reader", "}, " + rule("pods") + ", 'n': {"));
        var snapshot = new RbacSnapshot(new Parts(List.of(reader), List.of(), cluster, here));
        assertThat(told(snapshot, Caller.component("ann", List.of("g"), ""), "n"))
                .containsExactly(
                        "ClusterRoleBinding \"2\" of ClusterRole \"reader\" to User \"ann\"",
                        "RoleBinding \"4/n\" of ClusterRole \"reader\" to Group \"g\"");
        assertThat(told(snapshot, Caller.component("system:serviceaccount:n:default", List.of(), ""), "m"))
                .containsExactly("ClusterRoleBinding \"1\" of ClusterRole \"reader\" to ServiceAccount \"default/n\"");
        assertThat(told(snapshot, Caller.component("ann", List.of(), ""), "")).hasSize(1);
        assertThat(told(snapshot, Caller.component("bob", List.of(), ""), "n")).isEmpty();
    }

    private static List<String> told(RbacSnapshot snapshot, Caller caller, String namespace) {
        var attributes = Attributes.ofResource(caller, "get", new Target("", "v1", "pods", namespace, "p", ""));
        var told = new ArrayList<String>();
        snapshot.grants(attributes, grant -> told.add(grant.words()));
        assertThat(snapshot.allowedBy(attributes)).isEqualTo(told.isEmpty() ? "" : told.getFirst());
        return told;
    }
}
