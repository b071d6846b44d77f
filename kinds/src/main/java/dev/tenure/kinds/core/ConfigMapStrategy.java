package dev.tenure.kinds.core;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.DataValidation;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Config maps.
public final class ConfigMapStrategy implements PlainKind {
    @Override
    public void validate(ObjectNode map, FieldErrors errors) {
        ObjectMetaValidation.object(map, NameFormat.DNS_SUBDOMAIN, errors);
        Field root = Field.root(map, errors);
        Field binary = root.at("binaryData");
        long bytes = DataValidation.keys(root.at("data"), false, (key, entry) -> {
            if (binary.node().has(key)) {
                entry.invalid(key, "duplicate of key present in binaryData");
            }
        });
        bytes += DataValidation.keys(binary, true, (key, entry) -> {});
        if (bytes > DataValidation.BYTES_MAX) {
            // Upstream names the whole object by a path without a name.
            errors.tooLong("[]", DataValidation.BYTES_MAX);
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        DataValidation.immutable(Field.root(next, errors), old, List.of("data", "binaryData"));
        validate(next, errors);
    }
}
