package dev.tenure.apiserver.flowcontrol;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// Which requests belong together, and on which level they are served.
///
/// @param uid empty while the object is missing
/// @param precedence the lowest is asked first
/// @param level its name
/// @param distinction what tells one flow of the schema from another
/// @param rules one of which a request has to match
public record FlowSchema(
        String name, String uid, int precedence, String level, Distinction distinction, List<FlowRule> rules) {
    /// What tells one flow of a schema from another.
    public enum Distinction {
        NONE,
        USER,
        NAMESPACE
    }

    public FlowSchema {
        rules = List.copyOf(rules);
    }

    /// @param object a FlowSchema
    static FlowSchema of(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new FlowSchema(
                object.at("/metadata/name").asText(),
                object.at("/metadata/uid").asText(),
                spec.path("matchingPrecedence").asInt(0),
                spec.at("/priorityLevelConfiguration/name").asText(),
                distinction(spec.at("/distinguisherMethod/type").asText()),
                spec.path("rules").valueStream().map(FlowRule::of).toList());
    }

    private static Distinction distinction(String type) {
        return switch (type) {
            case "ByUser" -> Distinction.USER;
            case "ByNamespace" -> Distinction.NAMESPACE;
            default -> Distinction.NONE;
        };
    }

    boolean matches(Attributes request) {
        return rules.stream().anyMatch(rule -> rule.matches(request));
    }

    /// The flow of a request, which takes turns with the others of its level.
    public String flow(Attributes request) {
        return switch (distinction) {
            case NONE -> name;
            case USER -> name + "/" + request.caller().user();
            case NAMESPACE -> name + "/" + request.namespace();
        };
    }
}
