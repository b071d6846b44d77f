package dev.tenure.model.meta;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Which labels an object must have: requirements that must all hold, in the order of their keys. Without
/// any, every object matches; where an absent selector matches nothing, the field is an `Optional`.
public record LabelSelector(List<LabelRequirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    private static final Comparator<LabelRequirement> BY_KEY = Comparator.comparing(LabelRequirement::key);

    public LabelSelector {
        requirements = requirements.size() < 2
                ? List.copyOf(requirements)
                : requirements.stream().sorted(BY_KEY).toList();
    }

    /// Objects that have all of `labels`.
    public static LabelSelector ofLabels(Map<String, String> labels) {
        return new LabelSelector(labels.entrySet().stream()
                .map(entry -> LabelRequirement.equal(entry.getKey(), entry.getValue()))
                .toList());
    }

    /// Reads a selector string such as `a=b,c in (d,e),!f`.
    ///
    /// @throws SelectorSyntaxException when it is none, with upstream's words
    public static LabelSelector parse(String text) {
        return text.isEmpty() ? EVERYTHING : new LabelSelector(new LabelSelectorParser(text).parse());
    }

    public boolean matchesEverything() {
        return requirements.isEmpty();
    }

    public boolean matches(Map<String, String> labels) {
        for (LabelRequirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /// This selector and more requirements.
    public LabelSelector and(Collection<LabelRequirement> more) {
        if (more.isEmpty()) {
            return this;
        }
        List<LabelRequirement> all = new ArrayList<>(requirements);
        all.addAll(more);
        return new LabelSelector(all);
    }

    /// The one value that a label must have, if the selector says so.
    public Optional<String> exactly(String key) {
        for (LabelRequirement requirement : requirements) {
            boolean single = requirement.operator() == LabelRequirement.Operator.EQUALS
                    || requirement.operator() == LabelRequirement.Operator.IN;
            if (requirement.key().equals(key) && single && requirement.values().size() == 1) {
                return Optional.of(requirement.values().getFirst());
            }
        }
        return Optional.empty();
    }

    /// The labels that must have one value each.
    public Map<String, String> exact() {
        Map<String, String> exact = new TreeMap<>();
        for (LabelRequirement requirement : requirements) {
            exactly(requirement.key()).ifPresent(value -> exact.put(requirement.key(), value));
        }
        return exact;
    }

    /// The selector string.
    @Override
    public String toString() {
        return requirements.stream().map(LabelRequirement::toString).collect(Collectors.joining(","));
    }
}
