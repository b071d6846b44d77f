package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.StructType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The types of the variables that were defined so far. An expression is shown those alone that it may speak
/// of: there may be very many, and each is defined by an expression that sees all before it. Used by one
/// thread.
final class VariableTypes {
    private final Map<String, CelType> all = new HashMap<>();
    private ImmutableMap<String, CelType> shown = ImmutableMap.of();

    /// The expressions that come later see it.
    void define(String name, CelType type) {
        all.put(name, type);
    }

    /// @param fields that the next expression selects
    void show(ImmutableSet<String> fields) {
        ImmutableMap.Builder<String, CelType> known = ImmutableMap.builder();
        for (String field : fields) {
            CelType type = all.get(field);
            if (type != null) {
                known.put(field, type);
            }
        }
        shown = known.buildOrThrow();
    }

    /// What is shown, as one type.
    StructType structure() {
        ImmutableMap<String, CelType> known = shown;
        return StructType.create(
                RequestTypes.VARIABLES, known.keySet(), field -> Optional.ofNullable(known.get(field)));
    }
}
