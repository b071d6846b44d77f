package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.ResourceNames;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Classes of devices.
public final class DeviceClassStrategy implements PlainKind {
    @Override
    public NameFormat nameFormat() {
        return NameFormat.LONG_NAME;
    }

    @Override
    public void validate(ObjectNode deviceClass, FieldErrors errors) {
        ObjectMetaValidation.unchecked(deviceClass, nameFormat(), errors);
        spec(Field.root(deviceClass, errors).at("spec"), false);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.unchecked(next, nameFormat(), errors);
        ObjectMetaValidation.update(next, old, errors);
        boolean stored = SameValue.same(next.at("/spec/config"), old.at("/spec/config"));
        spec(Field.root(next, errors).at("spec"), stored);
    }

    @Override
    public List<String> resetFields(String subresource) {
        return List.of();
    }

    private static void spec(Field spec, boolean stored) {
        DeviceConfigValidation.selectors(spec.at("selectors"));
        DeviceListValidation.list(
                spec.at("config"),
                DeviceConfigValidation.COUNT_MAX,
                config -> DeviceConfigValidation.configuration(config, stored));
        Field resource = spec.at("extendedResourceName");
        if (resource.isSet() && !ResourceNames.isExtended(resource.text())) {
            resource.invalidText("must be a valid extended resource name");
        }
    }
}
