package dev.tenure.apiserver.authz;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/// The rights that somebody holds, asked for what they lack of a rule. A rule says verbs × groups × resources
/// × names, which must not be gone through one by one: entries that the same held rules have are looked at as
/// one. Nor must the held rules, which may be thousands: which of them have an entry is looked up. Used by
/// one thread.
final class HeldRights {
    private static final String ALL = "*";

    private final Holders verbs = new Holders();
    private final Holders groups = new Holders();
    private final Holders resources = new Holders();
    private final Holders names = new Holders();
    private final Holders urls = new Holders();
    private final PathHolders starts = new PathHolders();
    private final BitSet forAllNames = new BitSet();

    HeldRights(List<PolicyRule> held) {
        for (int place = 0; place < held.size(); place++) {
            note(held.get(place), place);
        }
    }

    private void note(PolicyRule rule, int place) {
        verbs.note(rule.verbs(), place);
        groups.note(rule.groups(), place);
        resources.note(rule.resources(), place);
        names.note(rule.names(), place);
        urls.note(rule.urls(), place);
        starts.note(rule.urls(), place);
        forAllNames.set(place, rule.names().isEmpty());
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
        List<String> verb = distinct(rule.verbs());
        List<String> group = distinct(rule.groups());
        List<String> resource = distinct(rule.resources());
        List<String> name = distinct(rule.names());
        return singles(
                        alike(group, this::haveGroup),
                        alike(resource, this::haveResource),
                        alike(verb, this::haveVerb),
                        name.isEmpty() ? unnamed() : alike(name, this::haveName),
                        most)
                .map(one -> new PolicyRule(
                        at(verb, one.verb()),
                        at(group, one.group()),
                        at(resource, one.resource()),
                        at(name, one.name()),
                        List.of()))
                .toList();
    }

    private List<PolicyRule> ofUrls(PolicyRule rule, int most) {
        List<String> verb = distinct(rule.verbs());
        List<String> url = distinct(rule.urls());
        return singles(unnamed(), alike(url, this::haveUrl), alike(verb, this::haveVerb), unnamed(), most)
                .map(one ->
                        new PolicyRule(at(verb, one.verb()), List.of(), List.of(), List.of(), at(url, one.resource())))
                .toList();
    }

    /// In place of names: the held rules that are for all of them.
    private List<Alike> unnamed() {
        return List.of(new Alike(forAllNames, List.of(-1)));
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

    private static List<Alike> alike(List<String> entries, Function<String, BitSet> holders) {
        Map<BitSet, List<Integer>> byHolders = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            byHolders
                    .computeIfAbsent(holders.apply(entries.get(i)), same -> new ArrayList<>())
                    .add(i);
        }
        return byHolders.entrySet().stream()
                .map(e -> new Alike(e.getKey(), e.getValue()))
                .toList();
    }

    private BitSet haveVerb(String verb) {
        return verbs.of(verb, ALL);
    }

    private BitSet haveGroup(String group) {
        return groups.of(group, ALL);
    }

    private BitSet haveResource(String resource) {
        int slash = resource.indexOf('/');
        return slash < 0 ? resources.of(resource, ALL) : resources.of(resource, ALL, ALL + resource.substring(slash));
    }

    private BitSet haveName(String name) {
        BitSet holders = names.of(name);
        holders.or(forAllNames);
        return holders;
    }

    private BitSet haveUrl(String url) {
        BitSet holders = urls.of(url);
        starts.addTo(holders, url);
        return holders;
    }

    private static List<String> distinct(List<String> entries) {
        return List.copyOf(new LinkedHashSet<>(entries));
    }

    private static List<String> at(List<String> entries, int place) {
        return place < 0 ? List.of() : List.of(entries.get(place));
    }

    /// Which held rules have an entry in one of their lists, by their places.
    private static final class Holders {
        private final Map<String, List<Integer>> byEntry = new HashMap<>();
        /// Those that were put together before, of entries that many have.
        private final Map<String, BitSet> known = new HashMap<>();

        void note(List<String> entries, int place) {
            for (String entry : entries) {
                byEntry.computeIfAbsent(entry, _ -> new ArrayList<>()).add(place);
            }
        }

        /// @return a set that is the caller's own
        BitSet of(String... entries) {
            var all = new BitSet();
            for (String entry : entries) {
                addTo(all, entry);
            }
            return all;
        }

        void addTo(BitSet all, String entry) {
            List<Integer> places = byEntry.getOrDefault(entry, List.of());
            if (places.size() <= Long.SIZE) {
                places.forEach(all::set);
            } else {
                all.or(known.computeIfAbsent(entry, _ -> together(places)));
            }
        }

        private static BitSet together(List<Integer> places) {
            var set = new BitSet();
            places.forEach(set::set);
            return set;
        }
    }

    /// Which held rules have an entry that ends with a star, by what paths then begin with.
    private static final class PathHolders {
        private final Holders holders = new Holders();
        private final NavigableSet<String> starts = new TreeSet<>();

        void note(List<String> urls, int place) {
            List<String> begins =
                    urls.stream().flatMap(url -> PolicyRule.start(url).stream()).toList();
            holders.note(begins, place);
            starts.addAll(begins);
        }

        /// Adds those for all beginnings of a path, the longest first. What stands before the path and is no
        /// beginning of it tells how much of it a beginning can have at most.
        void addTo(BitSet all, String path) {
            String start = starts.floor(path);
            while (start != null) {
                int same = sameLength(start, path);
                if (same == start.length()) {
                    holders.addTo(all, start);
                    start = starts.lower(start);
                } else {
                    start = starts.floor(path.substring(0, same));
                }
            }
        }

        private static int sameLength(String one, String other) {
            int length = Math.min(one.length(), other.length());
            int same = 0;
            while (same < length && one.charAt(same) == other.charAt(same)) {
                same++;
            }
            return same;
        }
    }
}
