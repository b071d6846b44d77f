package dev.tenure.kinds.access;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// Bindings of roles to subjects, in a namespace or everywhere. The role never changes.
///
/// @param everywhere whether there is no namespace
public record RoleBindingStrategy(boolean everywhere) implements PlainKind {
    private static final String GROUP = "rbac.authorization.k8s.io";

    @Override
    public NameFormat nameFormat() {
        return NameFormat.PATH_SEGMENT;
    }

    @Override
    public void setDefaults(ObjectNode binding) {
        Trees.fill(Trees.object(binding, "roleRef"), "apiGroup", GROUP);
        for (ObjectNode subject : Trees.objects(binding.path("subjects"))) {
            String kind = subject.path("kind").asText("");
            if (kind.equals("User") || kind.equals("Group")) {
                Trees.fill(subject, "apiGroup", GROUP);
            }
        }
    }

    @Override
    public void validate(ObjectNode binding, FieldErrors errors) {
        ObjectMetaValidation.object(binding, NameFormat.PATH_SEGMENT, errors);
        Field root = Field.root(binding, errors);
        Field role = root.at("roleRef");
        if (!role.at("apiGroup").is(GROUP)) {
            role.at("apiGroup").unsupported(GROUP);
        }
        if (everywhere) {
            role.at("kind").mustBeOneOf("ClusterRole");
        } else {
            role.at("kind").mustBeOneOf("Role", "ClusterRole");
        }
        if (role.at("name").text().isEmpty()) {
            role.at("name").required();
        } else {
            role.at("name").mustBe(Names::pathSegment);
        }
        root.at("subjects").items().forEach(this::subject);
    }

    private void subject(Field subject) {
        if (subject.at("name").text().isEmpty()) {
            subject.at("name").required();
        }
        switch (subject.at("kind").text()) {
            case "ServiceAccount" -> account(subject);
            case "User", "Group" -> {
                if (!subject.at("apiGroup").is(GROUP)) {
                    subject.at("apiGroup").unsupported(GROUP);
                }
            }
            default -> subject.at("kind").unsupported("ServiceAccount", "User", "Group");
        }
    }

    private void account(Field subject) {
        if (!subject.at("name").text().isEmpty()) {
            subject.at("name").mustBe(Names::dnsSubdomain);
        }
        if (!subject.at("apiGroup").text().isEmpty()) {
            subject.at("apiGroup").unsupported("");
        }
        if (everywhere && subject.at("namespace").text().isEmpty()) {
            subject.at("namespace").required();
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        ObjectMetaValidation.update(next, old, errors);
        JsonNode role = next.path("roleRef");
        if (!role.equals(old.path("roleRef"))) {
            // Upstream shows its internal form, which has other names.
            ObjectNode shown = Json.object();
            shown.put("APIGroup", role.path("apiGroup").asText(""))
                    .put("Kind", role.path("kind").asText(""))
                    .put("Name", role.path("name").asText(""));
            errors.invalid("roleRef", shown, "cannot change roleRef");
        }
    }
}
