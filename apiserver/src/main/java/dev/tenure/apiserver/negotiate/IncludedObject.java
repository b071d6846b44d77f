package dev.tenure.apiserver.negotiate;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.table.Tables;
import dev.tenure.model.meta.Quoted;

/// The parameter `includeObject` of requests for tables.
public final class IncludedObject {
    /// Its name in the query.
    public static final String PARAMETER = "includeObject";

    private IncludedObject() {}

    /// How much of its object a row brings along.
    ///
    /// @throws RefusedException with 400 when there is no such
    public static Tables.Include of(String value) {
        return switch (value) {
            case "None" -> Tables.Include.NONE;
            case "Object" -> Tables.Include.OBJECT;
            case "", "Metadata" -> Tables.Include.METADATA;
            default ->
                throw new RefusedException(Statuses.badRequest(
                        "Unable to convert to Table as requested: includeObject: Invalid value: %s: must be"
                                        .formatted(Quoted.of(value))
                                + " 'Metadata', 'Object', 'None', or empty"));
        };
    }
}
