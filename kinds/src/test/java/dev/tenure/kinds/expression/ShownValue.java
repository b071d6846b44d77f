package dev.tenure.kinds.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.TextNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Values of expressions as the recorded answers show them: with their types, and the same for equal ones.
final class ShownValue {
    private ShownValue() {}

    static String of(Object value) {
        return switch (value) {
            case NullValue _ -> "null";
            case Boolean flag -> flag.toString();
            case Long number -> number.toString();
            case UnsignedLong number -> number + "u";
            case Double number -> "double:%016x".formatted(Double.doubleToRawLongBits(number));
            case String text -> new String(Json.write(TextNode.valueOf(text)), StandardCharsets.UTF_8);
            case CelByteString bytes -> "bytes:" + Base64.getEncoder().encodeToString(bytes.toByteArray());
            case Instant moment -> "timestamp:%d.%09d".formatted(moment.getEpochSecond(), moment.getNano());
            case Duration length -> "duration:" + length.toNanos();
            case TypeType type -> "type:" + type.type().name();
            case CelType type -> "type:" + type.name();
            case Optional<?> optional ->
                optional.map(held -> "optional(" + of(held) + ")").orElse("none");
            case List<?> list -> list.stream().map(ShownValue::of).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> of(entry.getKey()) + ": " + of(entry.getValue()))
                        .sorted()
                        .collect(Collectors.joining(", ", "{", "}"));
            default -> opaque(value);
        };
    }

    /// The language's name of a type that Kubernetes adds.
    private static String opaque(Object value) {
        return switch (value.getClass().getSimpleName()) {
            case "IpAddress" -> "net.IP";
            case "IpRange" -> "net.CIDR";
            case "GoUrl" -> "kubernetes.URL";
            case "SemanticVersion" -> "kubernetes.Semver";
            case "NamedFormat" -> "kubernetes.NamedFormat";
            default -> "kubernetes.Quantity";
        };
    }
}
