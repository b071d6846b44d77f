package dev.tenure.kinds.expression.cost;

import java.util.List;
import java.util.Optional;

/// How large values can be by the schema.
public interface SchemaSizes {
    /// @param path from a variable on: names of fields, `@items`, `@values`, `@keys`, `@indices`
    /// @return empty when the schema does not say
    Optional<Span> at(List<String> path);
}
