package dev.tenure.rules.taint;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.rules.taint.PastTaintTerm.How;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a command does to the taints of a node and to their terms, as `kubectl taint` does it to taints.
/// Pure.
///
/// @param edits which taints come and go
/// @param manner what is done with taints that are there
/// @param account what the terms of added taints say; absent where they get none
/// @param who does it; empty when nobody says so
public record TermEdit(List<TaintEdit> edits, Manner manner, Optional<Account> account, String who) {
    /// What is done with a taint of the same key and effect that is there already.
    public enum Manner {
        /// It is refused.
        NEW,
        /// It is replaced.
        OVERWRITE,
        /// It has to be there, and goes on as it is; only its term changes.
        EXTEND
    }

    /// @param owner empty: the one that the term has
    /// @param reason empty: the one that the term has
    public record Account(Instant until, String owner, String reason) {}

    /// What a node is to bear.
    ///
    /// @param annotations what changes of them; absent for those that go
    public record After(List<Taint> taints, Map<String, Optional<String>> annotations) {}

    public TermEdit {
        edits = List.copyOf(edits);
    }

    /// @param now becomes the `timeAdded` of taints that get a term, in whole seconds
    /// @throws IllegalArgumentException when the node does not allow it; with kubectl's words where it has
    ///     some
    public After appliedTo(Node node, Instant now) {
        TaintTerms terms = TaintTerms.of(node);
        Map<String, Optional<String>> annotations = new LinkedHashMap<>();
        var cancelled = new ArrayList<PastTaintTerm>();
        List<Taint> taints = node.spec().taints();
        for (TaintEdit edit : edits) {
            check(node, edit, taints);
            if (edit.remove()) {
                List<Taint> going = taints.stream().filter(edit::concerns).toList();
                terms.readable().forEach((name, term) -> {
                    if (going.stream().anyMatch(term.taint()::sameAs)) {
                        annotations.put(name, Optional.empty());
                        cancelled.add(new PastTaintTerm(now.truncatedTo(ChronoUnit.SECONDS), How.CANCELLED, who, term));
                    }
                });
                taints = edit.appliedTo(taints);
            } else {
                taints = manner == Manner.EXTEND
                        ? extended(edit, taints, terms, annotations)
                        : added(edit, taints, terms, now, annotations);
            }
        }
        if (!cancelled.isEmpty()) {
            String past = node.meta().annotations().getOrDefault(PastTaintTerm.ANNOTATION, "");
            annotations.put(PastTaintTerm.ANNOTATION, Optional.of(PastTaintTerm.remembering(past, cancelled)));
        }
        return new After(taints, annotations);
    }

    private void check(Node node, TaintEdit edit, List<Taint> taints) {
        boolean there = taints.stream().anyMatch(edit::concerns);
        if ((edit.remove() || manner == Manner.EXTEND) && !there) {
            throw new IllegalArgumentException("node \"%s\": taint \"%s\" not found"
                    .formatted(node.name(), new TaintEdit(edit.key(), edit.value(), edit.effect(), false)));
        }
        if (!edit.remove() && manner == Manner.NEW && there) {
            throw new IllegalArgumentException(
                    "node %s already has %s taint(s) with same effect(s) and --overwrite is false"
                            .formatted(node.name(), edit.key()));
        }
    }

    private List<Taint> added(
            TaintEdit edit,
            List<Taint> taints,
            TaintTerms terms,
            Instant now,
            Map<String, Optional<String>> annotations) {
        var after = new ArrayList<>(edit.appliedTo(taints));
        if (account.isPresent()) {
            Instant since = now.truncatedTo(ChronoUnit.SECONDS);
            Taint bare = after.removeLast();
            after.add(bare.withTimeAdded(since));
            forget(bare, terms, annotations);
            write(
                    new TaintTerm(
                            bare,
                            Optional.of(since),
                            account.get().until(),
                            account.get().owner(),
                            account.get().reason()),
                    terms,
                    annotations);
        }
        return after;
    }

    private List<Taint> extended(
            TaintEdit edit, List<Taint> taints, TaintTerms terms, Map<String, Optional<String>> annotations) {
        Account given = account.orElseThrow(() -> new IllegalArgumentException("until when is not said"));
        for (Taint taint : taints) {
            if (edit.concerns(taint)) {
                Optional<TaintTerm> known = terms.of(taint);
                String owner =
                        given.owner().isEmpty() ? known.map(TaintTerm::owner).orElse("") : given.owner();
                String reason =
                        given.reason().isEmpty() ? known.map(TaintTerm::reason).orElse("") : given.reason();
                forget(taint, terms, annotations);
                write(new TaintTerm(taint, taint.timeAdded(), given.until(), owner, reason), terms, annotations);
            }
        }
        return taints;
    }

    private static void forget(Taint taint, TaintTerms terms, Map<String, Optional<String>> annotations) {
        terms.about(taint).forEach(name -> annotations.put(name, Optional.empty()));
    }

    /// Read again before it is written, so that only what can be read is.
    private static void write(TaintTerm term, TaintTerms terms, Map<String, Optional<String>> annotations) {
        TaintTermParser.parse(term.toString());
        annotations.put(terms.name(term.taint()), Optional.of(term.toString()));
    }
}
