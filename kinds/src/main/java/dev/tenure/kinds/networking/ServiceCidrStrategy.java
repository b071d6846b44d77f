package dev.tenure.kinds.networking;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SeparateStatus;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Ranges of addresses of services (`ServiceCIDR`).
public final class ServiceCidrStrategy implements SeparateStatus {
    private static final GoStruct SPEC = new GoStruct().with("CIDRs", "cidrs", Zero.NOTHING);

    @Override
    public void prepareForCreate(ObjectNode object) {
        object.putObject("status");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        ObjectMetaValidation.object(object, nameFormat(), errors);
        ranges(Field.root(object, errors).at("spec"));
    }

    private static void ranges(Field spec) {
        Field ranges = spec.at("cidrs");
        if (ranges.isEmpty()) {
            ranges.required("at least one CIDR required");
            return;
        }
        if (ranges.size() > 2) {
            ranges.invalid(SPEC.of(spec.given()), "may only hold up to 2 values");
            return;
        }
        ranges.items().forEach(range -> range.mustBe(Addresses::canonicalRange));
        List<Boolean> families = ranges.texts().stream()
                .flatMap(text -> Addresses.parseRange(text).stream())
                .map(range -> range.ip().isV6())
                .toList();
        if (families.size() == 2 && families.get(0).equals(families.get(1))) {
            ranges.invalid("may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64");
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        if (!subresource.isEmpty()) {
            return;
        }
        Field spec = Field.root(next, errors).at("spec");
        Field ranges = spec.at("cidrs");
        int before = old.at("/spec/cidrs").size();
        boolean second = before == 1 && ranges.size() == 2;
        if (before != ranges.size() && !second) {
            ranges.invalid(ObjectMetaValidation.IMMUTABLE);
            return;
        }
        List<Field> items = ranges.items();
        for (int i = 0; i < before; i++) {
            Field range = items.get(i);
            if (!range.is(old.at("/spec/cidrs").get(i).asText(""))) {
                range.invalidText(ObjectMetaValidation.IMMUTABLE);
            }
        }
        if (second) {
            ranges(spec);
        }
    }
}
