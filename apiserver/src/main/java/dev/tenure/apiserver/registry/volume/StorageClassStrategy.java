package dev.tenure.apiserver.registry.volume;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaRule;
import dev.tenure.apiserver.registry.meta.PlainKind;

/// Storage classes: what they make never changes.
public final class StorageClassStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode storageClass) {
        Trees.fill(storageClass, "reclaimPolicy", "Delete");
        Trees.fill(storageClass, "volumeBindingMode", "Immediate");
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaRule.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (!SameValue.same(root.at("parameters").node(), old.path("parameters"))) {
            root.at("parameters").forbidden("updates to parameters are forbidden.");
        }
        if (!root.at("provisioner").node().equals(old.path("provisioner"))) {
            root.at("provisioner").forbidden("updates to provisioner are forbidden.");
        }
        if (!root.at("reclaimPolicy").node().equals(old.path("reclaimPolicy"))) {
            root.at("reclaimPolicy").forbidden("updates to reclaimPolicy are forbidden.");
        }
        ObjectMetaRule.immutable(root.at("volumeBindingMode"), old.path("volumeBindingMode"));
    }
}
