package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TaintMatcher.Answer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which taints are meant: those that are in a list, but for those that are in another one. An entry whose
/// expression cannot be answered is as one that is not there; for who asks what is sure, such an exception
/// holds.
///
/// @param taints which; without any none
/// @param except which of them not
/// @param matcher runs their expressions
public record TaintChoice(List<TaintEntry> taints, List<TaintEntry> except, TaintMatcher matcher) {
    public TaintChoice {
        taints = List.copyOf(taints);
        except = List.copyOf(except);
    }

    /// One without expressions.
    public static TaintChoice of(List<Toleration> taints, List<Toleration> except) {
        return new TaintChoice(
                taints.stream().map(TaintEntry::of).toList(),
                except.stream().map(TaintEntry::of).toList(),
                TaintMatcher.NONE);
    }

    public boolean means(Taint taint) {
        return isIn(taints, taint, false) && !isIn(except, taint, false);
    }

    /// The same for what must not follow from an exception that cannot be answered.
    public boolean surelyMeans(Taint taint) {
        return isIn(taints, taint, false) && !isIn(except, taint, true);
    }

    /// Whether one of the list has exactly this key.
    public boolean names(String key) {
        return taints.stream().anyMatch(each -> each.toleration().key().equals(key));
    }

    /// Whether an entry has one.
    public boolean hasExpressions() {
        return entries().anyMatch(each -> each.expression().isPresent());
    }

    private Stream<TaintEntry> entries() {
        return Stream.concat(taints.stream(), except.stream());
    }

    /// @param unanswered whether an entry counts whose expression cannot be answered
    private boolean isIn(List<TaintEntry> list, Taint taint, boolean unanswered) {
        return list.stream().anyMatch(each -> switch (each.matches(taint, matcher)) {
            case Answer.Fits(boolean matches) -> matches;
            case Answer.Failed _ -> unanswered;
        });
    }

    /// An expression that cannot be answered.
    ///
    /// @param taint a taint of which it cannot; absent where it is not good whatever the taint
    public record Fault(String expression, Optional<Taint> taint, String why) {
        @Override
        public String toString() {
            return taint.map(on -> "expression \"%s\" fails on %s: %s".formatted(expression, on, why))
                    .orElseGet(() -> "expression \"%s\": %s".formatted(expression, why));
        }
    }

    /// The expressions that cannot be answered: each once, in the order of the lists.
    ///
    /// @param there the taints of which they are asked; of several one is told, the same each time
    public List<Fault> faults(Collection<Taint> there) {
        var faults = new ArrayList<Fault>();
        entries()
                .filter(each -> each.expression().isPresent())
                .distinct()
                .forEach(each -> fault(each, there).ifPresent(faults::add));
        return faults;
    }

    private Optional<Fault> fault(TaintEntry entry, Collection<Taint> there) {
        String expression = entry.expression().orElseThrow();
        return matcher.fault(expression)
                .map(why -> new Fault(expression, Optional.empty(), why))
                .or(() -> there.stream()
                        .map(Taint::withoutTime)
                        .flatMap(taint -> failed(entry, expression, taint).stream())
                        .min(Comparator.comparing(Fault::toString)));
    }

    private Optional<Fault> failed(TaintEntry entry, String expression, Taint taint) {
        return entry.matches(taint, matcher) instanceof Answer.Failed(String why)
                ? Optional.of(new Fault(expression, Optional.of(taint), why))
                : Optional.empty();
    }
}
