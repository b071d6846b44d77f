package dev.tenure.kinds.admission.policy;

import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import dev.tenure.kinds.expression.RequestProgram;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// A MutatingAdmissionPolicy, compiled. Immutable; safe for use by any thread. Upstream:
/// apiserver/pkg/admission/plugin/policy/mutating/compilation.go.
record MutatingPolicy(PolicyTree tree, List<Mutation> mutations) {
    MutatingPolicy {
        mutations = List.copyOf(mutations);
    }

    /// @param patches whether the program makes a JSON patch, and not a configuration to be applied
    record Mutation(RequestProgram program, boolean patches) {}

    static MutatingPolicy compile(String name, JsonNode spec) {
        var language = new RequestExpressions(true);
        PolicyTree tree = PolicyTree.compile(name, spec, language);
        List<Mutation> mutations = new ArrayList<>();
        for (JsonNode stated : spec.path("mutations")) {
            boolean patches = stated.path("patchType").asText("").equals("JSONPatch");
            JsonNode holder = stated.path(patches ? "jsonPatch" : "applyConfiguration");
            mutations.add(new Mutation(
                    language.program(
                            holder.path("expression").asText(""),
                            PolicyTree.given(spec, true),
                            patches ? Outcome.PATCHES : Outcome.OBJECT),
                    patches));
        }
        return new MutatingPolicy(tree, mutations);
    }

    /// Whether a later change of the object has it asked again.
    boolean isAskedAgain() {
        return tree.spec().path("reinvocationPolicy").asText("").equals("IfNeeded");
    }
}
