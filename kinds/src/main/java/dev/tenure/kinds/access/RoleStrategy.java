package dev.tenure.kinds.access;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;

/// Roles, in a namespace or everywhere.
///
/// @param everywhere whether there is no namespace
public record RoleStrategy(boolean everywhere) implements PlainKind {
    @Override
    public NameFormat nameFormat() {
        return NameFormat.PATH_SEGMENT;
    }

    @Override
    public void validate(ObjectNode role, FieldErrors errors) {
        ObjectMetaValidation.object(role, NameFormat.PATH_SEGMENT, errors);
        Field root = Field.root(role, errors);
        root.at("rules").items().forEach(this::rule);
        Field selectors = root.at("aggregationRule", "clusterRoleSelectors");
        if (root.at("aggregationRule").isSet()) {
            if (selectors.isEmpty()) {
                selectors.required("at least one clusterRoleSelector required if aggregationRule is non-nil");
            }
            selectors.items().forEach(selector -> selector(selector, errors));
        }
    }

    /// Upstream checks what is selected twice, and shows what it failed to make of it.
    private static void selector(Field selector, FieldErrors errors) {
        int before = errors.list().size();
        SelectorValidation.selector(selector);
        if (errors.list().size() > before) {
            selector.invalid(NullNode.INSTANCE, "invalid label selector.");
        }
    }

    private void rule(Field rule) {
        if (rule.at("verbs").isEmpty()) {
            rule.at("verbs").required("verbs must contain at least one value");
        }
        boolean resources = !rule.at("apiGroups").isEmpty()
                || !rule.at("resources").isEmpty()
                || !rule.at("resourceNames").isEmpty();
        if (!rule.at("nonResourceURLs").isEmpty()) {
            if (!everywhere) {
                rule.at("nonResourceURLs").invalid("namespaced rules cannot apply to non-resource URLs");
            }
            if (resources) {
                rule.at("nonResourceURLs")
                        .invalid("rules cannot apply to both regular resources and non-resource URLs");
            }
            return;
        }
        if (rule.at("apiGroups").isEmpty()) {
            rule.at("apiGroups").required("resource rules must supply at least one api group");
        }
        if (rule.at("resources").isEmpty()) {
            rule.at("resources").required("resource rules must supply at least one resource");
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        ObjectMetaValidation.update(next, old, errors);
    }
}
