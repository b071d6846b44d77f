package dev.tenure.kinds.storage;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.warning.NodeLabels;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How much storage of a class there is in a part of the cluster (`CSIStorageCapacity`).
public final class CsiStorageCapacityStrategy implements PlainKind {
    @Override
    public void validate(ObjectNode capacity, FieldErrors errors) {
        ObjectMetaValidation.object(capacity, nameFormat(), errors);
        Field root = Field.root(capacity, errors);
        SelectorValidation.selector(root.at("nodeTopology"));
        root.at("storageClassName").mustBe(Names::dnsSubdomain);
        QuantityValidation.notNegative(root.at("capacity"));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        Field topology = root.at("nodeTopology");
        if (!SameValue.same(topology.node(), old.path("nodeTopology"))) {
            topology.invalid(PrintedSelector.of(topology.node()), ObjectMetaValidation.IMMUTABLE);
        }
        if (!root.at("storageClassName").is(old.path("storageClassName").asText(""))) {
            root.at("storageClassName").invalidText(ObjectMetaValidation.IMMUTABLE);
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        Field topology = Field.root(next, new FieldErrors()).at("nodeTopology");
        for (Field expression : topology.at("matchExpressions").items()) {
            Field key = expression.at("key");
            NodeLabels.warning(key.text())
                    .ifPresent(words -> warnings.add(key.path() + ": " + key.text() + " is " + words));
        }
        for (String label : topology.at("matchLabels").entries().keySet()) {
            NodeLabels.warning(label)
                    .ifPresent(words ->
                            warnings.add(topology.at("matchLabels").path().child(label) + ": " + words));
        }
        return warnings;
    }
}
