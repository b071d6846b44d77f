package dev.tenure.model.meta;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Which labels an object must have: `matchLabels` and `matchExpressions`, all of which must hold. Without any, every
/// object matches; where an absent selector matches nothing, the field is an `Optional`.
public record LabelSelector(List<LabelRequirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /// Objects that have all of `labels`. The requirements are in the order of the keys.
    public static LabelSelector ofLabels(Map<String, String> labels) {
        return new LabelSelector(labels.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> LabelRequirement.equal(entry.getKey(), entry.getValue()))
                .toList());
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
        return more.isEmpty()
                ? this
                : new LabelSelector(java.util.stream.Stream.concat(requirements.stream(), more.stream())
                        .toList());
    }
}
