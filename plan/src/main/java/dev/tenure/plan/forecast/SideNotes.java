package dev.tenure.plan.forecast;

import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What plans note beside what befalls pods, and reports of many losses leave out. Stateless.
public final class SideNotes {
    private static final Pattern ANY = Pattern.compile("new pods of .+ look for nodes at the same moment: .+"
            + "|nodes .+ fall silent together: .+"
            + "|1 pod that has ended is deleted, too"
            + "|\\d+ pods that have ended are deleted, too");
    private static final int NAMES_MAX = 5;

    private SideNotes() {}

    public static boolean isOne(String note) {
        return ANY.matcher(note).matches();
    }

    /// @param nodes that fall silent
    static String noticedFirst(Collection<String> nodes) {
        return "nodes %s fall silent together: which of them is noticed first is open; pods that leave it may go to another of them, or take the room of pods there"
                .formatted(some(nodes));
    }

    private static String some(Collection<String> names) {
        String first = names.stream().limit(NAMES_MAX).collect(Collectors.joining(", "));
        int more = names.size() - NAMES_MAX;
        return more > 0 ? first + " and %d more".formatted(more) : first;
    }

    /// @param workloads whose pods may get each other's places
    static String contested(Collection<String> workloads) {
        return "new pods of %s look for nodes at the same moment: whose come first is open, and with it which pod gets which place and, where room is short, which ones wait or which others make room for them"
                .formatted(some(workloads));
    }

    /// @param pods of the dump
    static String leftBefore(Collection<String> pods) {
        return "%s left before the forecast begins, while objects that have no uid were rolled out: what befalls them now is told when those have uids, as `kubectl get -o yaml` writes them"
                .formatted(some(pods));
    }

    /// @param pods how many that had ended already are gone
    static String ended(long pods) {
        return pods == 1 ? "1 pod that has ended is deleted, too" : pods + " pods that have ended are deleted, too";
    }
}
