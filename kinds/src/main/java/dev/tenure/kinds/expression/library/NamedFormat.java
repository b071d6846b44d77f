package dev.tenure.kinds.expression.library;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A format of texts that has a name, as a value of expressions.
///
/// @param faults what is wrong with a text; nothing when it has the format
/// @param patternSize how long its pattern is, or one that takes as long
public record NamedFormat(String name, Function<String, List<String>> faults, int patternSize) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NamedFormat that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
