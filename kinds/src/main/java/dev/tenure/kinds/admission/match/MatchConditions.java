package dev.tenure.kinds.admission.match;

import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import dev.tenure.kinds.expression.RequestProgram;
import dev.tenure.kinds.expression.RequestRun;
import dev.tenure.kinds.expression.RequestRun.Result;
import dev.tenure.kinds.expression.RequestValues;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The `matchConditions` of a policy or a webhook, compiled. Immutable; safe for use by any thread. Upstream:
/// webhook/matchconditions/matcher.go.
public final class MatchConditions {
    private final List<Condition> conditions;
    private final Map<String, RequestProgram> variables;
    private final boolean ignoring;

    private record Condition(String name, RequestProgram program) {}

    /// Whether the conditions hold for a request.
    public sealed interface Verdict {
        record Holds() implements Verdict {}

        /// @param condition the one that is false; empty when they cannot be worked out and failures are
        ///     ignored
        record No(String condition) implements Verdict {}

        /// They cannot be worked out.
        record Failed(String why) implements Verdict {}
    }

    private MatchConditions(List<Condition> conditions, Map<String, RequestProgram> variables, boolean ignoring) {
        this.conditions = List.copyOf(conditions);
        this.variables = Frozen.map(variables);
        this.ignoring = ignoring;
    }

    /// @param stated `matchConditions`; may be missing
    /// @param language in which the variables are defined
    /// @param variables of the policy, by name
    /// @param ignoring whether failures are ignored (`failurePolicy: Ignore`)
    public static MatchConditions compile(
            JsonNode stated,
            RequestExpressions language,
            Given given,
            Map<String, RequestProgram> variables,
            boolean ignoring) {
        List<Condition> conditions = new ArrayList<>();
        for (JsonNode one : stated) {
            String expression = one.path("expression").asText("");
            conditions.add(
                    new Condition(one.path("name").asText(""), language.program(expression, given, Outcome.FLAG)));
        }
        return new MatchConditions(conditions, variables, ignoring);
    }

    /// One that is false decides, whatever is wrong with others.
    public Verdict judge(RequestValues values) {
        if (conditions.isEmpty()) {
            return new Verdict.Holds();
        }
        var run = new RequestRun(variables, values, RequestRun.CONDITIONS_BUDGET);
        Set<String> faults = new LinkedHashSet<>();
        String refusing = "";
        for (Condition condition : conditions) {
            switch (run.run(condition.program())) {
                case Result.Value value -> {
                    if (!value.isTrue() && refusing.isEmpty()) {
                        refusing = condition.name();
                    }
                }
                case Result.Failed(String why) -> faults.add(why);
                case Result.Spent(String why) -> {
                    return failed(why);
                }
            }
        }
        if (!refusing.isEmpty()) {
            return new Verdict.No(refusing);
        }
        return faults.isEmpty() ? new Verdict.Holds() : failed(Refusals.aggregate(List.copyOf(faults)));
    }

    private Verdict failed(String why) {
        return ignoring ? new Verdict.No("") : new Verdict.Failed(why);
    }
}
