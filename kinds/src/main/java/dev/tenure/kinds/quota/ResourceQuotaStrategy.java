package dev.tenure.kinds.quota;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.ResourceNames;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Resource quotas: the scopes never change.
public final class ResourceQuotaStrategy implements PlainKind {
    @Override
    public void prepareForCreate(ObjectNode quota) {
        quota.putObject("status");
    }

    @Override
    public void validate(ObjectNode quota, FieldErrors errors) {
        ObjectMetaValidation.object(quota, NameFormat.DNS_SUBDOMAIN, errors);
        spec(Field.root(quota, errors).at("spec"));
    }

    private static void spec(Field spec) {
        hard(spec.at("hard"));
        ScopeValidation.scopes(spec);
        ScopeValidation.selector(spec);
    }

    private static void hard(Field amounts) {
        amounts.entries().forEach((name, amount) -> {
            QuantityValidation.name(name, amount);
            if (!name.contains("/") && !ResourceNames.isOfQuota(name)) {
                amount.invalid(name, "must be a standard resource for quota");
            }
            QuantityValidation.amount(name, amount);
        });
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (subresource.equals("status")) {
            for (String list : List.of("hard", "used")) {
                hard(root.at("status", list));
            }
            return;
        }
        spec(root.at("spec"));
        Field scopes = root.at("spec", "scopes");
        Set<String> before = new HashSet<>();
        old.path("spec").path("scopes").forEach(scope -> before.add(scope.asText()));
        if (!before.equals(new HashSet<>(scopes.texts()))) {
            scopes.invalid(ObjectMetaValidation.IMMUTABLE);
        }
    }
}
