package dev.tenure.controllers.job;

import dev.tenure.model.core.Pod;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// The numbers of pods of indexed jobs, and how lists of them are written: `0-2,5`. Upstream:
/// indexed_job_utils.go.
final class Indexes {
    /// Bears the number of a pod, as annotation and as label.
    static final String KEY = "batch.kubernetes.io/job-completion-index";

    private Indexes() {}

    static OptionalInt of(Pod pod) {
        String text = pod.meta().annotations().getOrDefault(KEY, "");
        return text.matches("\\d{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    /// What does not read as numbers below `completions` is passed over.
    static Set<Integer> parse(String text, int completions) {
        var indexes = new TreeSet<Integer>();
        IndexRanges.parse(text, completions).lastByFirst().forEach((first, last) -> {
            for (int i = first; i <= last; i++) {
                indexes.add(i);
            }
        });
        return indexes;
    }

    /// Runs of three and more are written with a dash, two with a comma.
    static String write(Collection<Integer> indexes) {
        var out = new StringBuilder();
        var rest = new TreeSet<>(indexes);
        while (!rest.isEmpty()) {
            int first = rest.pollFirst();
            int last = first;
            while (rest.remove(last + 1)) {
                last++;
            }
            out.append(out.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                out.append(last == first + 1 ? ',' : '-').append(last);
            }
        }
        return out.toString();
    }
}
