package dev.tenure.kinds.custom;

import dev.tenure.kinds.custom.Conditions.Condition;
import dev.tenure.kinds.definition.ApprovalRule;
import dev.tenure.kinds.definition.ApprovalRule.Approval;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// Tells in a definition's status whether somebody approved of its kind. Upstream: controller/apiapproval.
final class ApprovalCondition {
    private static final String TYPE = "KubernetesAPIApprovalPolicyConformant";

    private ApprovalCondition() {}

    /// @return empty for a definition that needs no approval
    static Optional<Condition> of(JsonNode definition) {
        return ApprovalRule.of(definition).map(verdict -> switch (verdict.approval()) {
            case Approval.Approved _ -> new Condition(TYPE, "True", "ApprovedAnnotation", verdict.message());
            case Approval.Bypassed _ -> new Condition(TYPE, "False", "UnapprovedAnnotation", verdict.message());
            case Approval.Missing _ -> new Condition(TYPE, "False", "MissingAnnotation", verdict.message());
            case Approval.Invalid _ -> new Condition(TYPE, "False", "InvalidAnnotation", verdict.message());
        });
    }

    /// Whether the status says what there is to say.
    static boolean isTold(JsonNode definition) {
        return of(definition).map(wanted -> Conditions.has(definition, wanted)).orElse(true);
    }
}
