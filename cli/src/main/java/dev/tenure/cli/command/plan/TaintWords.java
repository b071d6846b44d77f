package dev.tenure.cli.command.plan;

import dev.tenure.rules.taint.TaintEdit;
import java.util.List;
import java.util.Set;

/// `[nodes] NODE... TAINT...`, as `kubectl taint` takes it.
///
/// @param names of nodes
/// @param edits one at least
public record TaintWords(List<String> names, List<TaintEdit> edits) {
    /// As kubectl calls nodes.
    private static final Set<String> KINDS = Set.of("no", "node", "nodes");

    public TaintWords {
        names = List.copyOf(names);
        edits = List.copyOf(edits);
    }

    /// @throws IllegalArgumentException when there is no taint among them, or one cannot be read
    public static TaintWords of(List<String> words) {
        List<String> rest = KINDS.contains(words.getFirst()) ? words.subList(1, words.size()) : words;
        List<TaintEdit> edits =
                rest.stream().filter(TaintWords::isTaint).map(TaintEdit::parse).toList();
        if (edits.isEmpty()) {
            throw new IllegalArgumentException("missing: a taint, for example key1=value1:NoExecute");
        }
        return new TaintWords(rest.stream().filter(word -> !isTaint(word)).toList(), edits);
    }

    /// Names of nodes have no such characters.
    private static boolean isTaint(String word) {
        return word.contains(":") || word.contains("=") || word.endsWith("-");
    }
}
