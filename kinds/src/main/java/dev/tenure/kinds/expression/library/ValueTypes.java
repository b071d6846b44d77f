package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.tenure.apiserver.registry.field.GoUrl;
import dev.tenure.model.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The language's names of the types of values. Pure.
final class ValueTypes {
    private static final Map<Class<?>, String> NAMES = Map.ofEntries(
            Map.entry(NullValue.class, "null_type"),
            Map.entry(Boolean.class, "bool"),
            Map.entry(Long.class, "int"),
            Map.entry(UnsignedLong.class, "uint"),
            Map.entry(Double.class, "double"),
            Map.entry(String.class, "string"),
            Map.entry(Instant.class, "google.protobuf.Timestamp"),
            Map.entry(Duration.class, "google.protobuf.Duration"),
            Map.entry(Optional.class, "optional_type"),
            Map.entry(IpAddress.class, "net.IP"),
            Map.entry(IpRange.class, "net.CIDR"),
            Map.entry(GoUrl.class, "kubernetes.URL"),
            Map.entry(SemanticVersion.class, "kubernetes.Semver"),
            Map.entry(NamedFormat.class, "kubernetes.NamedFormat"),
            Map.entry(Quantity.class, "kubernetes.Quantity"));

    private ValueTypes() {}

    public static String named(Object value) {
        return switch (value) {
            case List<?> _ -> "list";
            case Map<?, ?> _ -> "map";
            case CelByteString _ -> "bytes";
            case CelType _ -> "type";
            default -> NAMES.getOrDefault(value.getClass(), value.getClass().getSimpleName());
        };
    }
}
