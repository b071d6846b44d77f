package dev.tenure.rules.taint;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The terms of a node's taints: its annotations `taint-term.tenure.dev/NAME`, each with one term under a
/// name that its writer chose. Immutable.
///
/// @param readable by the names of their annotations, in order
/// @param unreadable what is wrong with the others, by the names of their annotations, in order
public record TaintTerms(Map<String, TaintTerm> readable, Map<String, String> unreadable) {
    /// What the names of the annotations begin with.
    public static final String PREFIX = "taint-term.tenure.dev/";

    /// A node without any.
    public static final TaintTerms NONE = new TaintTerms(Map.of(), Map.of());

    /// What a name may have besides the word for the effect, and a number.
    private static final int KEY_IN_NAME_MAX = 40;

    public TaintTerms {
        readable = Collections.unmodifiableMap(new TreeMap<>(readable));
        unreadable = Collections.unmodifiableMap(new TreeMap<>(unreadable));
    }

    public static TaintTerms of(Node node) {
        return of(node.meta().annotations());
    }

    public static TaintTerms of(Map<String, String> annotations) {
        Map<String, TaintTerm> readable = new TreeMap<>();
        Map<String, String> unreadable = new TreeMap<>();
        annotations.forEach((name, text) -> {
            if (name.startsWith(PREFIX)) {
                try {
                    readable.put(name, TaintTermParser.parse(text));
                } catch (IllegalArgumentException e) {
                    unreadable.put(name, String.valueOf(e.getMessage()));
                }
            }
        });
        return readable.isEmpty() && unreadable.isEmpty() ? NONE : new TaintTerms(readable, unreadable);
    }

    public boolean isEmpty() {
        return readable.isEmpty() && unreadable.isEmpty();
    }

    /// The term of a taint that the node bears; of several the one that ends last.
    public Optional<TaintTerm> of(Taint borne) {
        return those(borne).max(Comparator.comparing(TaintTerm::until));
    }

    private Stream<TaintTerm> those(Taint borne) {
        return readable.values().stream().filter(term -> term.isOf(borne));
    }

    /// When the next of them ends that does not lie behind.
    public Optional<Instant> nextEnd(Instant now) {
        return readable.values().stream()
                .map(TaintTerm::until)
                .filter(now::isBefore)
                .min(Comparator.naturalOrder());
    }

    /// The names of all that are about a taint of this key and effect, whatever its value and its time.
    public List<String> about(Taint taint) {
        return readable.entrySet().stream()
                .filter(each -> each.getValue().taint().sameAs(taint))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// A name for the term of a taint: the key without its domain and the effect, with a number where another
    /// taint has that name.
    public String name(Taint taint) {
        List<String> there = about(taint);
        if (!there.isEmpty()) {
            return there.getFirst();
        }
        String key = taint.key().substring(taint.key().lastIndexOf('/') + 1);
        String stem = key.length() > KEY_IN_NAME_MAX ? key.substring(0, KEY_IN_NAME_MAX) : key;
        String name = PREFIX + stem + "." + taint.effect().word().toLowerCase(Locale.ROOT);
        var taken = new ArrayList<String>(readable.keySet());
        taken.addAll(unreadable.keySet());
        String free = name;
        for (int number = 2; taken.contains(free); number++) {
            free = name + "-" + number;
        }
        return free;
    }
}
