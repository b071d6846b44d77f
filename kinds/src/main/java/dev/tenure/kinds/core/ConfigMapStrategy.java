package dev.tenure.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameRule;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.DataRule;
import dev.tenure.apiserver.registry.meta.ObjectMetaRule;
import dev.tenure.apiserver.registry.meta.PlainKind;
import java.util.List;

/// Config maps.
public final class ConfigMapStrategy implements PlainKind {
    @Override
    public void validate(ObjectNode map, FieldErrors errors) {
        ObjectMetaRule.object(map, NameRule.DNS_SUBDOMAIN, errors);
        Field root = Field.root(map, errors);
        Field binary = root.at("binaryData");
        long bytes = DataRule.keys(root.at("data"), false, (key, entry) -> {
            if (binary.node().has(key)) {
                entry.invalid(key, "duplicate of key present in binaryData");
            }
        });
        bytes += DataRule.keys(binary, true, (key, entry) -> {});
        if (bytes > DataRule.BYTES_MAX) {
            // Upstream names the whole object by a path without a name.
            errors.tooLong("[]", DataRule.BYTES_MAX);
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaRule.update(next, old, errors);
        DataRule.immutable(Field.root(next, errors), old, List.of("data", "binaryData"));
        validate(next, errors);
    }
}
