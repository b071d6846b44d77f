package dev.tenure.apiserver.authz;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The rights that somebody holds, asked for what they lack of a rule. A rule says verbs × groups × resources ×
/// names, which must not be gone through one by one: entries that the same held rules have are looked at as one.
final class HeldRights {
    private static final String ALL = "*";

    private final List<Held> held;

    HeldRights(List<PolicyRule> held) {
        this.held = held.stream().map(Held::new).toList();
    }

    /// Entries of one list of a rule, by their places in it, which the same held rules have.
    private record Alike(BitSet holders, List<Integer> places) {}

    /// One verb on one thing, by the places in the rule's lists; -1 where the rule has no such list.
    private record Single(int group, int resource, int verb, int name) {
        static final Comparator<Single> IN_ORDER = Comparator.comparingInt(Single::group)
                .thenComparingInt(Single::resource)
                .thenComparingInt(Single::verb)
                .thenComparingInt(Single::name);
    }

    /// What the rule says that no held rule covers, as rules of one verb on one thing; at most so many.
    List<PolicyRule> missing(PolicyRule rule, int most) {
        List<PolicyRule> all = new ArrayList<>(ofResources(rule, most));
        all.addAll(ofUrls(rule, most - all.size()));
        return all;
    }

    private List<PolicyRule> ofResources(PolicyRule rule, int most) {
        List<String> verbs = distinct(rule.verbs());
        List<String> groups = distinct(rule.groups());
        List<String> resources = distinct(rule.resources());
        List<String> names = distinct(rule.names());
        return singles(
                        alike(groups, Held::hasGroup),
                        alike(resources, Held::hasResource),
                        alike(verbs, Held::hasVerb),
                        names.isEmpty() ? unnamed() : alike(names, Held::hasName),
                        most)
                .map(one -> new PolicyRule(
                        at(verbs, one.verb()),
                        at(groups, one.group()),
                        at(resources, one.resource()),
                        at(names, one.name()),
                        List.of()))
                .toList();
    }

    private List<PolicyRule> ofUrls(PolicyRule rule, int most) {
        List<String> verbs = distinct(rule.verbs());
        List<String> urls = distinct(rule.urls());
        return singles(unnamed(), alike(urls, Held::hasUrl), alike(verbs, Held::hasVerb), unnamed(), most)
                .map(one -> new PolicyRule(
                        at(verbs, one.verb()), List.of(), List.of(), List.of(), at(urls, one.resource())))
                .toList();
    }

    /// In place of names: the held rules that are for all of them.
    private List<Alike> unnamed() {
        return List.of(new Alike(holders(Held::hasAllNames), List.of(-1)));
    }

    private static Stream<Single> singles(
            List<Alike> groups, List<Alike> resources, List<Alike> verbs, List<Alike> names, int most) {
        return groups.stream()
                .flatMap(group -> resources.stream()
                        .flatMap(resource -> verbs.stream()
                                .flatMap(verb -> names.stream()
                                        .filter(name -> !covered(Stream.of(group, resource, verb, name)))
                                        .flatMap(name -> each(group, resource, verb, name)))))
                .limit(most)
                .sorted(Single.IN_ORDER);
    }

    private static Stream<Single> each(Alike groups, Alike resources, Alike verbs, Alike names) {
        return groups.places().stream()
                .flatMap(group -> resources.places().stream()
                        .flatMap(resource -> verbs.places().stream()
                                .flatMap(verb ->
                                        names.places().stream().map(name -> new Single(group, resource, verb, name)))));
    }

    private static boolean covered(Stream<Alike> parts) {
        var common = new BitSet();
        var rest = parts.map(Alike::holders).iterator();
        common.or(rest.next());
        rest.forEachRemaining(common::and);
        return !common.isEmpty();
    }

    private List<Alike> alike(List<String> entries, BiPredicate<Held, String> has) {
        Map<BitSet, List<Integer>> byHolders = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            String entry = entries.get(i);
            byHolders
                    .computeIfAbsent(holders(one -> has.test(one, entry)), same -> new ArrayList<>())
                    .add(i);
        }
        return byHolders.entrySet().stream()
                .map(e -> new Alike(e.getKey(), e.getValue()))
                .toList();
    }

    private BitSet holders(Predicate<Held> has) {
        var set = new BitSet(held.size());
        for (int i = 0; i < held.size(); i++) {
            set.set(i, has.test(held.get(i)));
        }
        return set;
    }

    private static List<String> distinct(List<String> entries) {
        return List.copyOf(new LinkedHashSet<>(entries));
    }

    private static List<String> at(List<String> entries, int place) {
        return place < 0 ? List.of() : List.of(entries.get(place));
    }

    /// One held rule, its entries ready to be asked for.
    private record Held(
            Set<String> verbs,
            Set<String> groups,
            Set<String> resources,
            Set<String> names,
            Set<String> urls,
            NavigableSet<String> starts) {
        Held(PolicyRule rule) {
            this(
                    new HashSet<>(rule.verbs()),
                    new HashSet<>(rule.groups()),
                    new HashSet<>(rule.resources()),
                    new HashSet<>(rule.names()),
                    new HashSet<>(rule.urls()),
                    starts(rule.urls()));
        }

        boolean hasVerb(String verb) {
            return verbs.contains(ALL) || verbs.contains(verb);
        }

        boolean hasGroup(String group) {
            return groups.contains(ALL) || groups.contains(group);
        }

        boolean hasResource(String resource) {
            int slash = resource.indexOf('/');
            return resources.contains(ALL)
                    || resources.contains(resource)
                    || (slash >= 0 && resources.contains(ALL + resource.substring(slash)));
        }

        boolean hasAllNames() {
            return names.isEmpty();
        }

        boolean hasName(String name) {
            return names.isEmpty() || names.contains(name);
        }

        boolean hasUrl(String url) {
            String start = starts.floor(url);
            return urls.contains(url) || (start != null && url.startsWith(start));
        }

        /// What paths may begin with. None begins with another, so the last one before a path is the one to look at.
        private static NavigableSet<String> starts(List<String> urls) {
            var starts = new TreeSet<String>();
            urls.stream()
                    .flatMap(url -> PolicyRule.start(url).stream())
                    .sorted()
                    .forEach(start -> {
                        if (starts.isEmpty() || !start.startsWith(starts.last())) {
                            starts.add(start);
                        }
                    });
            return starts;
        }
    }
}
