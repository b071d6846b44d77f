package dev.tenure.kinds.webhook;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ConditionValidation;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SeparateStatus;
import dev.tenure.kinds.jsonpath.JsonPath;
import dev.tenure.kinds.jsonpath.JsonPathException;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Policies of admission and what binds them to objects.
///
/// @param part what they are
public record PolicyStrategy(Part part) implements SeparateStatus {
    /// Policies that check have a status; those that change objects have none.
    public enum Part {
        VALIDATING,
        MUTATING,
        VALIDATING_BINDING,
        MUTATING_BINDING;

        boolean isPolicy() {
            return this == VALIDATING || this == MUTATING;
        }
    }

    @Override
    public void setDefaults(ObjectNode policy) {
        Trees.within(policy, "spec", spec -> {
            Trees.within(spec, part.isPolicy() ? "matchConstraints" : "matchResources", PolicyStrategy::resources);
            if (part.isPolicy()) {
                Trees.fillAbsent(spec, "failurePolicy", "Fail");
            }
        });
        if (part == Part.VALIDATING) {
            Trees.object(policy, "status");
        }
    }

    private static void resources(ObjectNode resources) {
        Trees.fillAbsent(resources, "matchPolicy", "Equivalent");
        Trees.object(resources, "namespaceSelector");
        Trees.object(resources, "objectSelector");
        for (String list : new String[] {"resourceRules", "excludeResourceRules"}) {
            Trees.objects(resources.path(list)).forEach(rule -> Trees.fillAbsent(rule, "scope", "*"));
        }
    }

    @Override
    public void prepareForCreate(ObjectNode policy) {
        policy.remove("status");
        if (part == Part.VALIDATING) {
            policy.putObject("status");
        }
    }

    @Override
    public void validate(ObjectNode policy, FieldErrors errors) {
        judge(policy, true, errors);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (subresource.isEmpty()) {
            boolean same = SameValue.same(next.at("/spec/paramKind"), old.at("/spec/paramKind"))
                    && SameValue.same(next.at("/spec/matchConditions"), old.at("/spec/matchConditions"));
            judge(next, !same, errors);
        } else {
            status(Field.root(next, errors).at("status"));
        }
    }

    private void judge(ObjectNode policy, boolean conditions, FieldErrors errors) {
        ObjectMetaValidation.plain(Field.root(policy, errors).at("metadata"), Names::dnsSubdomain);
        Field spec = Field.root(policy, errors).at("spec");
        switch (part) {
            case VALIDATING ->
                PolicyCheck.validating(
                        spec, policy.path("metadata").path("name").asText(""), conditions);
            case MUTATING -> PolicyCheck.mutating(spec, conditions);
            case VALIDATING_BINDING -> PolicyBindingValidation.validating(spec);
            case MUTATING_BINDING -> PolicyBindingValidation.mutating(spec);
        }
    }

    private static void fieldRef(Field reference) {
        String path = GoSpace.trimmed(reference.text());
        if (path.isEmpty()) {
            reference.required();
            return;
        }
        try {
            JsonPath.parse(path);
        } catch (JsonPathException e) {
            reference.invalid(path, "invalid JSONPath: " + e.getMessage());
        }
    }

    private static void status(Field status) {
        for (Field warning : status.at("typeChecking", "expressionWarnings").items()) {
            if (warning.at("warning").isEmpty()) {
                warning.at("warning").required();
            }
            fieldRef(warning.at("fieldRef"));
        }
        ConditionValidation.conditions(status.at("conditions"));
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        return ReservedNames.warnings(next);
    }
}
