package dev.tenure.controllers.policystatus;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// Knows what expressions mean. Safe for use by several threads.
@FunctionalInterface
public interface ExpressionCheck {
    /// The `expressionWarnings` of a policy.
    ///
    /// @param spec of the policy
    /// @param definitions all CustomResourceDefinitions
    ArrayNode warnings(JsonNode spec, List<? extends JsonNode> definitions);
}
