package dev.tenure.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HeldRightsTest {
    private static final int ALL = 10_000;

    private static List<String> some(Random random, String... from) {
        return List.of(from).stream().filter(_ -> random.nextInt(3) == 0).toList();
    }

    private static PolicyRule rule(Random random) {
        boolean path = random.nextInt(4) == 0;
        return new PolicyRule(
                some(random, "get", "list", "*"),
                path ? List.of() : some(random, "", "apps", "*"),
                path ? List.of() : some(random, "pods", "pods/log", "*/log", "nodes", "*"),
                path ? List.of() : some(random, "a", "b", "c"),
                path ? some(random, "/a", "/a/*", "/a/b", "/a/b*", "/b/*", "*", "/", "/ab") : List.of());
    }

    /// Whether one held rule has all of it, entry by entry.
    private static boolean has(PolicyRule held, String verb, String group, String resource, String name) {
        int slash = resource.indexOf('/');
        return any(held.verbs(), verb)
                && any(held.groups(), group)
                && (any(held.resources(), resource)
                        || (slash >= 0 && held.resources().contains("*" + resource.substring(slash))))
                && (held.names().isEmpty() || held.names().contains(name));
    }

    private static boolean any(List<String> held, String wanted) {
        return held.contains("*") || held.contains(wanted);
    }

    private static boolean hasPath(PolicyRule held, String verb, String url) {
        return any(held.verbs(), verb)
                && held.urls().stream()
                        .anyMatch(one -> one.equals(url)
                                || PolicyRule.start(one).filter(url::startsWith).isPresent());
    }

    @Test
    void whatIsMissingIsWhatNoHeldRuleHas() {
        var random = new Random(3);
        for (int round = 0; round < 3_000; round++) {
            List<PolicyRule> held = IntStream.range(0, random.nextInt(5))
                    .mapToObj(_ -> rule(random))
                    .toList();
            PolicyRule wanted = rule(random);
            List<String> missing = new ArrayList<>();
            for (String group : wanted.groups()) {
                for (String resource : wanted.resources()) {
                    for (String verb : wanted.verbs()) {
                        for (String name : wanted.names().isEmpty() ? List.of("") : wanted.names()) {
                            if (held.stream().noneMatch(one -> has(one, verb, group, resource, name))) {
                                missing.add(verb + " " + group + " " + resource + " " + name);
                            }
                        }
                    }
                }
            }
            for (String url : wanted.urls()) {
                for (String verb : wanted.verbs()) {
                    boolean covered = held.stream().anyMatch(one -> one.names().isEmpty() && hasPath(one, verb, url));
                    if (!covered) {
                        missing.add(verb + " " + url);
                    }
                }
            }
            assertThat(new HeldRights(held).missing(wanted, ALL).stream().map(HeldRightsTest::told))
                    .as("%s of %s", wanted, held)
                    .containsExactlyInAnyOrderElementsOf(missing);
        }
    }

    private static String told(PolicyRule one) {
        return one.urls().isEmpty()
                ? "%s %s %s %s"
                        .formatted(
                                one.verbs().getFirst(),
                                one.groups().getFirst(),
                                one.resources().getFirst(),
                                one.names().isEmpty() ? "" : one.names().getFirst())
                : one.verbs().getFirst() + " " + one.urls().getFirst();
    }

    /// Entry by entry and rule by rule these would be two billion questions.
    @Test
    @Timeout(60)
    void manyEntriesAreLookedUpAmongManyRules() {
        List<PolicyRule> held = IntStream.range(0, 10_000)
                .mapToObj(i -> new PolicyRule(
                        List.of("get"), List.of(""), List.of("pods"), List.of("p" + i, "q" + i), List.of()))
                .toList();
        List<String> names = IntStream.range(0, 200_000).mapToObj(i -> "p" + i).toList();
        var wanted = new PolicyRule(List.of("get"), List.of(""), List.of("pods"), names, List.of());
        assertThat(new HeldRights(held).missing(wanted, 3))
                .extracting(one -> one.names().getFirst())
                .containsExactly("p10000", "p10001", "p10002");
    }
}
