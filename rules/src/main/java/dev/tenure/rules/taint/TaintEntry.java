package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TaintMatcher.Answer;
import java.util.Optional;

/// Some taints: those that a toleration matches, and of these, where there is an expression, those of which
/// it says so. Here a key may end in `*`, which no key of a taint does: `readiness.k8s.io/*` is every key
/// that begins so.
///
/// @param toleration whose stay does not count
/// @param expression in CEL, over the variable `taint`
public record TaintEntry(Toleration toleration, Optional<String> expression) {
    private static final String ANY_END = "*";

    public static TaintEntry of(Toleration toleration) {
        return new TaintEntry(toleration, Optional.empty());
    }

    /// What it says of a taint; an expression is asked only where the rest matches.
    Answer matches(Taint taint, TaintMatcher matcher) {
        if (expression.isEmpty() || !tolerates(taint)) {
            return new Answer.Fits(expression.isEmpty() && tolerates(taint));
        }
        return matcher.matches(expression.get(), taint);
    }

    private boolean tolerates(Taint taint) {
        if (!toleration.key().endsWith(ANY_END)) {
            return TolerationRule.tolerates(toleration, taint);
        }
        String prefix = toleration.key().substring(0, toleration.key().length() - ANY_END.length());
        return taint.key().startsWith(prefix)
                && toleration
                        .effect()
                        .filter(effect -> effect != taint.effect())
                        .isEmpty();
    }
}
