package dev.tenure.kubelet.configuration;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// What may stand in a field.
sealed interface FieldShape {
    /// One value.
    enum One implements FieldShape {
        TEXT("a text; put it in quotes"),
        /// Upstream reads a null as an empty text here, and refuses it.
        DURATION("a duration in quotes, for example \"5m0s\""),
        DURATION_OR_NULL("a duration in quotes, for example \"5m0s\""),
        FLAG("true or false"),
        NUMBER("a whole number"),
        DECIMAL("a number"),
        /// Not looked into.
        ANY("anything");

        /// How it is called when something else stands there.
        private final String expected;

        One(String expected) {
            this.expected = expected;
        }

        String expected() {
            return expected;
        }
    }

    /// A map whose keys are free.
    record MapOf(FieldShape value) implements FieldShape {}

    record ListOf(FieldShape element) implements FieldShape {}

    /// A map whose keys are known.
    record Fields(Map<String, FieldShape> byName) implements FieldShape {
        public Fields {
            byName = Collections.unmodifiableMap(new TreeMap<>(byName));
        }
    }
}
