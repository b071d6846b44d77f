package dev.tenure.controllers.workload;

import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Divides objects that select others, as services and budgets do, by one label that those must have, so that
/// who has changed is held against few of them and not against all of its namespace. Of several labels it is
/// the longest: what all have alike is usually short.
///
/// @param selector what an object selects in its namespace; absent when nothing at all
public record SelectorGroups(Function<StoredObject, Optional<LabelSelector>> selector) implements Grouping {
    private static final Comparator<Map.Entry<String, String>> LONGEST_LAST = Comparator.comparingInt(
                    (Map.Entry<String, String> label) ->
                            label.getKey().length() + label.getValue().length())
            .thenComparing(Map.Entry::getKey);

    @Override
    public String of(StoredObject object) {
        return selector.apply(object)
                .map(selects -> groupOf(object.key().namespace(), selects))
                .orElse("");
    }

    /// The group of a selector.
    public static String groupOf(String namespace, LabelSelector selector) {
        return selector.exact().entrySet().stream()
                .max(LONGEST_LAST)
                .map(label -> group(namespace, label))
                .orElseGet(() -> any(namespace));
    }

    /// The groups of all selectors that may match an object with these labels.
    public static List<String> groupsFor(String namespace, Map<String, String> labels) {
        var groups = new ArrayList<String>(labels.size() + 1);
        groups.add(any(namespace));
        for (Map.Entry<String, String> label : labels.entrySet()) {
            groups.add(group(namespace, label));
        }
        return groups;
    }

    private static String group(String namespace, Map.Entry<String, String> label) {
        return namespace + "/" + label.getKey() + "=" + label.getValue();
    }

    /// The group of those that name no label with its value.
    private static String any(String namespace) {
        return namespace + "/";
    }

    /// Those that may select an object with these labels, in no order: all that do are among them.
    public List<StoredObject> candidates(Informer selecting, String namespace, Map<String, String> labels) {
        var all = new ArrayList<StoredObject>();
        for (String group : groupsFor(namespace, labels)) {
            all.addAll(selecting.in(this, group));
        }
        return all;
    }

    /// Those that select an object.
    public List<StoredObject> selecting(Informer selecting, StoredObject object) {
        if (selecting.groups(this).isEmpty()) {
            return List.of();
        }
        Map<String, String> labels = object.header().labels();
        return candidates(selecting, object.key().namespace(), labels).stream()
                .filter(one -> selector.apply(one)
                        .filter(selects -> selects.matches(labels))
                        .isPresent())
                .toList();
    }
}
