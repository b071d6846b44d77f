package dev.tenure.apiserver.authz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Which of some granted rights are not among the rights held. Pure. Upstream:
/// component-helpers/auth/rbac/validation/policy_comparator.go, policy_compact.go.
public final class CoverRule {
    /// Of more rights than these no more are told: lists of a few thousand each multiply to billions.
    private static final int TOLD = 10_000;

    private CoverRule() {}

    /// One resource, and one name at most.
    private record Simple(String group, String resource, String name) {}

    /// The granted rights that are not held, each in one line, in order; empty when all are held.
    public static List<String> missing(List<PolicyRule> held, List<PolicyRule> granted) {
        var rights = new HeldRights(held);
        var uncovered = new ArrayList<PolicyRule>();
        for (PolicyRule rule : granted) {
            uncovered.addAll(rights.missing(rule, TOLD + 1 - uncovered.size()));
        }
        var lines = new TreeSet<String>();
        compacted(uncovered.subList(0, Math.min(TOLD, uncovered.size()))).forEach(rule -> lines.add(line(rule)));
        List<String> told = new ArrayList<>(lines);
        if (uncovered.size() > TOLD) {
            told.add("and more");
        }
        return List.copyOf(told);
    }

    /// Rules of one resource put together; a verb that several have is told as often, as upstream does.
    private static List<PolicyRule> compacted(List<PolicyRule> rules) {
        var others = new ArrayList<PolicyRule>();
        Map<Simple, PolicyRule> simple = new LinkedHashMap<>();
        Map<Simple, List<String>> verbs = new HashMap<>();
        for (PolicyRule rule : rules) {
            if (rule.resources().isEmpty()) {
                others.add(rule);
                continue;
            }
            String name = rule.names().isEmpty() ? "" : rule.names().getFirst();
            var key = new Simple(rule.groups().getFirst(), rule.resources().getFirst(), name);
            simple.putIfAbsent(key, rule);
            verbs.computeIfAbsent(key, _ -> new ArrayList<>()).addAll(rule.verbs());
        }
        simple.forEach((key, rule) -> others.add(new PolicyRule(
                verbs.getOrDefault(key, List.of()), rule.groups(), rule.resources(), rule.names(), rule.urls())));
        return others;
    }

    private static String line(PolicyRule rule) {
        var parts = new ArrayList<String>();
        part(parts, "APIGroups", rule.groups());
        part(parts, "Resources", rule.resources());
        part(parts, "NonResourceURLs", rule.urls());
        part(parts, "ResourceNames", rule.names());
        part(parts, "Verbs", rule.verbs());
        return "{" + String.join(", ", parts) + "}";
    }

    private static void part(List<String> parts, String name, List<String> texts) {
        if (!texts.isEmpty()) {
            parts.add(name + ":" + Refusals.quotedList(texts));
        }
    }
}
