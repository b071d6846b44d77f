package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import java.util.Optional;

/// Understands expressions over taints. Safe for use by any thread; equal questions have equal answers.
public interface TaintMatcher {
    /// Where there is nothing that understands the language.
    TaintMatcher NONE = new TaintMatcher() {
        private static final String WHY = "expressions cannot be run here";

        @Override
        public Optional<String> fault(String expression) {
            return Optional.of(WHY);
        }

        @Override
        public Answer matches(String expression, Taint taint) {
            return new Answer.Failed(WHY);
        }
    };

    /// Why an expression is not good, whatever the taint; empty when it is good.
    Optional<String> fault(String expression);

    /// @param taint whose time does not count
    Answer matches(String expression, Taint taint);

    /// What an expression says of a taint.
    sealed interface Answer {
        record Fits(boolean matches) implements Answer {}

        /// It is not good, or could not be run on this taint.
        record Failed(String why) implements Answer {}
    }
}
