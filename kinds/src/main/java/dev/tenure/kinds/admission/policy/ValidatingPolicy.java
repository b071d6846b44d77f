package dev.tenure.kinds.admission.policy;

import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import dev.tenure.kinds.expression.RequestProgram;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A ValidatingAdmissionPolicy, compiled. Immutable; safe for use by any thread. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating/plugin.go.
record ValidatingPolicy(PolicyTree tree, List<Validation> validations, List<Annotation> annotations) {
    ValidatingPolicy {
        validations = List.copyOf(validations);
        annotations = List.copyOf(annotations);
    }

    /// @param stated as it stands in the policy
    /// @param message what says why it does not hold
    record Validation(JsonNode stated, RequestProgram program, Optional<RequestProgram> message) {}

    /// What the audit event of a request is to say.
    record Annotation(String key, RequestProgram value) {}

    static ValidatingPolicy compile(String name, JsonNode spec) {
        var language = new RequestExpressions(true);
        PolicyTree tree = PolicyTree.compile(name, spec, language);
        Given given = PolicyTree.given(spec, false);
        Given ofMessage = new Given(given.params(), false, false);
        List<Validation> validations = new ArrayList<>();
        for (JsonNode stated : spec.path("validations")) {
            String message = stated.path("messageExpression").asText("");
            validations.add(new Validation(
                    stated,
                    language.program(stated.path("expression").asText(""), given, Outcome.FLAG),
                    Optional.of(message)
                            .filter(text -> !text.isEmpty())
                            .map(text -> language.program(text, ofMessage, Outcome.TEXT))));
        }
        List<Annotation> annotations = new ArrayList<>();
        for (JsonNode stated : spec.path("auditAnnotations")) {
            annotations.add(new Annotation(
                    stated.path("key").asText(""),
                    language.program(stated.path("valueExpression").asText(""), given, Outcome.TEXT_OR_NULL)));
        }
        return new ValidatingPolicy(tree, validations, annotations);
    }
}
