package dev.tenure.wire.patch.managedfields;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What became of an applied configuration.
public sealed interface ApplyOutcome {
    /// @param object the merged object with its managers; defaults are not filled in, and fields that
    ///     were taken away may stand as null
    record Applied(ObjectNode object) implements ApplyOutcome {}

    /// Others own what the configuration would change.
    record Conflicts(List<Conflict> conflicts) implements ApplyOutcome {
        public Conflicts {
            conflicts = List.copyOf(conflicts);
        }

        /// The refusal to answer with.
        public Status status() {
            List<Status.Cause> causes = conflicts.stream()
                    .map(conflict -> new Status.Cause(
                            "FieldManagerConflict", "conflict with " + conflict.manager(), conflict.field()))
                    .toList();
            return new Status(409, "Conflict", message(), Optional.of(new Status.Details("", "", "", "", causes, 0)));
        }

        private String message() {
            if (conflicts.size() == 1) {
                Conflict only = conflicts.getFirst();
                return "Apply failed with 1 conflict: conflict with " + only.manager() + ": " + only.field();
            }
            Map<String, List<String>> fields = new TreeMap<>();
            conflicts.forEach(conflict -> fields.computeIfAbsent(conflict.manager(), _ -> new ArrayList<>())
                    .add(conflict.field()));
            List<String> lines = new ArrayList<>();
            fields.forEach((manager, paths) -> {
                lines.add("conflicts with " + manager + ":");
                paths.forEach(path -> lines.add("- " + path));
            });
            return "Apply failed with " + conflicts.size() + " conflicts: " + String.join("\n", lines);
        }
    }

    /// @param manager as messages name it: `"kubectl" using apps/v1`
    /// @param field as messages name it: `.spec.containers[name="c"].image`
    record Conflict(String manager, String field) {}
}
