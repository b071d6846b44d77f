package dev.tenure.kinds.expression;

import dev.cel.common.values.CelValueProvider;
import dev.cel.common.values.SelectableValue;
import dev.tenure.model.meta.Frozen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An object, a part of one, or a patch, as an expression writes it: `Object.spec{replicas: 3}`. Upstream:
/// apiserver/pkg/cel/mutation/dynamic/objects.go, mutation/jsonpatch.go.
///
/// @param type `Object`, `Object.spec` … or `JSONPatch`
record WrittenValue(String type, Map<String, Object> fields) implements SelectableValue<String> {
    static final CelValueProvider PROVIDER = (type, fields) -> Optional.of(new WrittenValue(type, fields));

    WrittenValue {
        fields = Frozen.map(fields);
    }

    @Override
    public Object select(String field) {
        return find(field).orElseThrow(() -> new IllegalArgumentException("no such key: " + field));
    }

    @Override
    public Optional<Object> find(String field) {
        return Optional.ofNullable(fields.get(field));
    }

    /// What parts there are of other types than the fields that hold them say; empty when there are none.
    String misnamed() {
        List<String> faults = new ArrayList<>();
        check(this, type, faults);
        return String.join("\n", faults);
    }

    private static void check(Object value, String path, List<String> faults) {
        switch (value) {
            case WrittenValue written -> {
                if (!written.type().equals(path)) {
                    faults.add(("unexpected type name \"%s\", expected \"%s\", which matches field name path from root"
                                    + " Object type")
                            .formatted(written.type(), path));
                }
                written.fields().forEach((name, field) -> check(field, path + "." + name, faults));
            }
            case List<?> list -> list.forEach(item -> check(item, path, faults));
            case Map<?, ?> map -> map.values().forEach(item -> check(item, path, faults));
            default -> {
                // has no parts
            }
        }
    }
}
