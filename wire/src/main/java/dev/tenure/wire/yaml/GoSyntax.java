package dev.tenure.wire.yaml;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.stream.Collectors;

/// Values as Go's `%#v` prints what go-yaml made of them.
final class GoSyntax {
    private GoSyntax() {}

    static String of(JsonNode value) {
        return switch (value.type()) {
            case STRING -> Quoted.of(value.asText());
            case NULL -> "interface {}(nil)";
            case ARRAY ->
                value.valueStream().map(GoSyntax::of).collect(Collectors.joining(", ", "[]interface {}{", "}"));
            case OBJECT ->
                value.propertyStream()
                        .map(member -> Quoted.of(member.getKey()) + ":" + of(member.getValue()))
                        .collect(Collectors.joining(", ", "map[interface {}]interface {}{", "}"));
            default -> value.asText();
        };
    }
}
