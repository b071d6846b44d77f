package dev.tenure.kinds.quota;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Limit ranges.
public final class LimitRangeStrategy implements PlainKind {
    private static final List<String> AMOUNTS =
            List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio");
    private static final Set<String> TYPES = Set.of("Pod", "Container", "PersistentVolumeClaim");

    @Override
    public void setDefaults(ObjectNode range) {
        for (ObjectNode limit : Trees.objects(range.path("spec").path("limits"))) {
            AMOUNTS.forEach(amounts -> Trees.within(limit, amounts, PodSpecDefaults::amounts));
            if (limit.path("type").asText("").equals("Container")) {
                fill(limit, "max", "default");
                fill(limit, "default", "defaultRequest");
                fill(limit, "min", "defaultRequest");
            }
        }
    }

    /// One without a name gets one, which is unique as the object's own identity is.
    @Override
    public void prepareForCreate(ObjectNode range) {
        ObjectNode metadata = Trees.object(range, "metadata");
        Trees.fill(metadata, "name", metadata.path("uid").asText(""));
    }

    private static void fill(ObjectNode limit, String from, String to) {
        limit.path(from).properties().forEach(entry -> {
            if (!limit.path(to).has(entry.getKey())) {
                Trees.object(limit, to).set(entry.getKey(), entry.getValue());
            }
        });
    }

    @Override
    public void validate(ObjectNode range, FieldErrors errors) {
        ObjectMetaValidation.object(range, NameFormat.DNS_SUBDOMAIN, errors);
        Set<String> seen = new HashSet<>();
        for (Field limit : Field.root(range, errors).at("spec", "limits").items()) {
            Field type = limit.at("type");
            type(type);
            if (!seen.add(type.text())) {
                type.duplicate();
            }
            new LimitValidation(limit).check();
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
    }

    private static void type(Field type) {
        var complaints = Names.qualified(type.text());
        complaints.forEach(type::invalidText);
        if (complaints.isEmpty() && !type.text().contains("/") && !TYPES.contains(type.text())) {
            type.invalidText("must be a standard limit type or fully qualified");
        }
    }
}
