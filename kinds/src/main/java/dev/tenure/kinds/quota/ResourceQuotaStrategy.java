package dev.tenure.kinds.quota;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.ResourceNames;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Resource quotas: the scopes never change.
public final class ResourceQuotaStrategy implements PlainKind {
    /// Resources whose requests may be called by the resource's name alone.
    private static final Set<String> BARE = Set.of("cpu", "memory");

    @Override
    public void setDefaults(ObjectNode quota) {
        Trees.within(quota, "spec", spec -> Trees.within(spec, "hard", PodSpecDefaults::amounts));
        Trees.within(quota, "status", status -> {
            Trees.within(status, "hard", PodSpecDefaults::amounts);
            Trees.within(status, "used", PodSpecDefaults::amounts);
        });
    }

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

    /// Requests that are limited less than the limits that they cannot exceed.
    @Override
    public List<String> warnings(ObjectNode quota, Optional<ObjectNode> old) {
        if (old.isPresent()) {
            return List.of();
        }
        JsonNode hard = quota.path("spec").path("hard");
        List<String> warnings = new ArrayList<>();
        for (String resource : List.of("cpu", "memory", "storage", "ephemeral-storage")) {
            boolean bare = BARE.contains(resource) && !hard.has("requests." + resource);
            String requests = bare ? resource : "requests." + resource;
            String limits = "limits." + resource;
            if (hard.has(requests) && hard.has(limits)) {
                Quantity requested = Quantity.parse(hard.path(requests).asText());
                Quantity limited = Quantity.parse(hard.path(limits).asText());
                if (requested.compareTo(limited) > 0) {
                    warnings.add("ResourceQuota %s (%s) should be less than %s (%s)"
                            .formatted(requests, requested, limits, limited));
                }
            }
        }
        return warnings;
    }
}
