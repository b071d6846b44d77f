package dev.tenure.kinds.admission.policy;

import dev.tenure.kinds.admission.match.MatchConditions;
import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestProgram;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/// What validating and mutating policies have in common, compiled. Immutable; safe for use by any thread.
///
/// @param ignoring whether failures are ignored (`failurePolicy: Ignore`)
record PolicyTree(
        String name,
        JsonNode spec,
        Map<String, RequestProgram> variables,
        MatchConditions conditions,
        boolean ignoring) {
    PolicyTree {
        variables = Frozen.map(variables);
    }

    /// @param language in which the variables are defined from now on
    static PolicyTree compile(String name, JsonNode spec, RequestExpressions language) {
        Given given = given(spec, false);
        Map<String, RequestProgram> variables = new LinkedHashMap<>();
        for (JsonNode variable : spec.path("variables")) {
            String own = variable.path("name").asText("");
            variables.put(
                    own, language.variable(own, variable.path("expression").asText(""), given));
        }
        boolean ignoring = spec.path("failurePolicy").asText("").equals("Ignore");
        return new PolicyTree(
                name,
                spec,
                variables,
                MatchConditions.compile(spec.path("matchConditions"), language, given, variables, ignoring),
                ignoring);
    }

    /// @param patches whether objects and patches can be written
    static Given given(JsonNode spec, boolean patches) {
        return new Given(spec.path("paramKind").isObject(), true, patches);
    }
}
