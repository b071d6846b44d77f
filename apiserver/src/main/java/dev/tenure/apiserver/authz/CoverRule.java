package dev.tenure.apiserver.authz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Which of some granted rights are not among the rights held. Pure. Upstream:
/// component-helpers/auth/rbac/validation/policy_comparator.go, policy_compact.go.
public final class CoverRule {
    private static final String ALL = "*";

    private CoverRule() {}

    /// One resource, and one name at most.
    private record Simple(String group, String resource, String name) {}

    /// The granted rights that are not held, each in one line, in order; empty when all are held.
    public static List<String> missing(List<PolicyRule> held, List<PolicyRule> granted) {
        List<PolicyRule> uncovered = granted.stream()
                .flatMap(rule -> single(rule).stream())
                .filter(one -> held.stream().noneMatch(holder -> covers(holder, one)))
                .toList();
        var lines = new TreeSet<String>();
        compacted(uncovered).forEach(rule -> lines.add(line(rule)));
        return List.copyOf(lines);
    }

    /// The rule as rules of one verb on one thing.
    private static List<PolicyRule> single(PolicyRule rule) {
        var all = new ArrayList<PolicyRule>();
        for (String group : rule.groups()) {
            for (String resource : rule.resources()) {
                for (String verb : rule.verbs()) {
                    if (rule.names().isEmpty()) {
                        all.add(new PolicyRule(List.of(verb), List.of(group), List.of(resource), List.of(), List.of()));
                    }
                    rule.names()
                            .forEach(name -> all.add(new PolicyRule(
                                    List.of(verb), List.of(group), List.of(resource), List.of(name), List.of())));
                }
            }
        }
        for (String url : rule.urls()) {
            rule.verbs()
                    .forEach(verb ->
                            all.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(url))));
        }
        return all;
    }

    private static boolean covers(PolicyRule holder, PolicyRule one) {
        return has(holder.verbs(), one.verbs())
                && has(holder.groups(), one.groups())
                && one.resources().stream().allMatch(resource -> coversResource(holder.resources(), resource))
                && one.urls().stream().allMatch(url -> holder.urls().stream().anyMatch(own -> coversUrl(own, url)))
                && (holder.names().isEmpty()
                        || (!one.names().isEmpty() && holder.names().containsAll(one.names())));
    }

    private static boolean has(List<String> held, List<String> wanted) {
        return held.contains(ALL) || held.containsAll(wanted);
    }

    private static boolean coversResource(List<String> held, String wanted) {
        int slash = wanted.indexOf('/');
        return held.contains(ALL)
                || held.contains(wanted)
                || (slash >= 0 && held.contains(ALL + wanted.substring(slash)));
    }

    private static boolean coversUrl(String held, String wanted) {
        return held.equals(wanted) || (held.endsWith(ALL) && wanted.startsWith(held.substring(0, held.length() - 1)));
    }

    /// Rules of one resource put together.
    private static List<PolicyRule> compacted(List<PolicyRule> rules) {
        var others = new ArrayList<PolicyRule>();
        Map<Simple, PolicyRule> simple = new LinkedHashMap<>();
        for (PolicyRule rule : rules) {
            if (rule.resources().isEmpty()) {
                others.add(rule);
                continue;
            }
            String name = rule.names().isEmpty() ? "" : rule.names().getFirst();
            var key = new Simple(rule.groups().getFirst(), rule.resources().getFirst(), name);
            simple.merge(key, rule, CoverRule::withVerbsOf);
        }
        others.addAll(simple.values());
        return others;
    }

    private static PolicyRule withVerbsOf(PolicyRule rule, PolicyRule more) {
        var verbs = new ArrayList<>(rule.verbs());
        more.verbs().stream().filter(verb -> !verbs.contains(verb)).forEach(verbs::add);
        return new PolicyRule(List.copyOf(verbs), rule.groups(), rule.resources(), rule.names(), rule.urls());
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
