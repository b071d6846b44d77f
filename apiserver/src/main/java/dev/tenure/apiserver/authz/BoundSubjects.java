package dev.tenure.apiserver.authz;

import dev.tenure.apiserver.authz.RbacSnapshot.Binding;
import dev.tenure.apiserver.authz.RbacSnapshot.Subject;
import dev.tenure.model.meta.Caller;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The bindings of one namespace, or of the whole cluster, by whom they are for: each request asks who may do
/// something, and most bindings are for others. Not changed any more once it is filled.
final class BoundSubjects {
    /// That a binding is for somebody.
    ///
    /// @param place of the binding among all
    /// @param turn of the subject among those of the binding
    record Bound(Binding binding, Subject subject, int place, int turn) {
        String words() {
            return binding.words(subject);
        }
    }

    private final Map<String, List<Bound>> byUser = new HashMap<>();
    private final Map<String, List<Bound>> byGroup = new HashMap<>();
    private int places;

    void add(Binding binding) {
        int turn = 0;
        for (Subject subject : binding.subjects()) {
            var bound = new Bound(binding, subject, places, turn++);
            subject.user()
                    .ifPresent(user ->
                            byUser.computeIfAbsent(user, _ -> new ArrayList<>()).add(bound));
            if (subject.isGroup()) {
                byGroup.computeIfAbsent(subject.name(), _ -> new ArrayList<>()).add(bound);
            }
        }
        places++;
    }

    /// The bindings that are for a caller, in their order, each once by the first of its subjects that is the
    /// caller.
    List<Bound> of(Caller caller) {
        var all = new ArrayList<>(byUser.getOrDefault(caller.user(), List.of()));
        for (String group : caller.groups()) {
            all.addAll(byGroup.getOrDefault(group, List.of()));
        }
        if (all.size() < 2) {
            return all;
        }
        all.sort(Comparator.comparingInt(Bound::place).thenComparingInt(Bound::turn));
        var each = new ArrayList<Bound>(all.size());
        for (Bound bound : all) {
            if (each.isEmpty() || each.getLast().place() != bound.place()) {
                each.add(bound);
            }
        }
        return each;
    }
}
