package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.kinds.definition.ApprovalRule.Approval;
import dev.tenure.kinds.definition.ApprovalRule.Verdict;
import dev.tenure.wire.json.JsonNode;

/// Groups of the community need a note that somebody approved of the kind. Upstream: apihelpers/helpers.go.
final class ApprovalValidation {
    private ApprovalValidation() {}

    /// @param update whether there was an older state, which may stay as it was
    static void check(Field definition, JsonNode old, boolean update) {
        Field annotation = definition.at("metadata", "annotations").at(ApprovalRule.ANNOTATION);
        ApprovalRule.of(definition.node())
                .filter(verdict -> !update
                        || !verdict.approval()
                                .equals(ApprovalRule.verdict(ApprovalRule.annotation(old))
                                        .approval()))
                .ifPresent(verdict -> refuse(definition, annotation, verdict));
    }

    private static void refuse(Field definition, Field annotation, Verdict verdict) {
        String place = definition
                .at("metadata", "annotations")
                .path()
                .key(ApprovalRule.ANNOTATION)
                .text();
        switch (verdict.approval()) {
            case Approval.Missing _ -> definition.errors().required(place, verdict.message());
            case Approval.Invalid _ -> definition.errors().invalid(place, annotation.text(), verdict.message());
            case Approval.Approved _, Approval.Bypassed _ -> {}
        }
    }
}
