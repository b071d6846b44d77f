package dev.tenure.kinds.networking;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;

/// IP addresses of services. Their names are addresses.
public final class IpAddressStrategy implements PlainKind {
    private static final GoStruct PARENT = new GoStruct()
            .with("Group", "group", Zero.TEXT)
            .with("Resource", "resource", Zero.TEXT)
            .with("Namespace", "namespace", Zero.TEXT)
            .with("Name", "name", Zero.TEXT);

    @Override
    public boolean makesNamesUnique() {
        return false;
    }

    @Override
    public void validate(ObjectNode address, FieldErrors errors) {
        Field root = Field.root(address, errors);
        ObjectMetaValidation.object(root.at("metadata"), Addresses::canonicalIp);
        Field parent = root.at("spec", "parentRef");
        if (!parent.isSet()) {
            parent.required();
            return;
        }
        if (!parent.at("group").isEmpty()) {
            parent.at("group").mustBe(Names::dnsSubdomain);
        }
        IngressValidation.segment(parent.at("resource"));
        IngressValidation.segment(parent.at("name"));
        if (!parent.at("namespace").isEmpty()) {
            parent.at("namespace").mustBe(Names::pathSegment);
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        ObjectMetaValidation.update(next, old, errors);
        Field parent = Field.root(next, errors).at("spec", "parentRef");
        if (!SameValue.same(parent.node(), old.at("/spec/parentRef"))) {
            parent.invalid(parent.isSet() ? PARENT.of(parent.given()) : parent.node(), ObjectMetaValidation.IMMUTABLE);
        }
    }
}
