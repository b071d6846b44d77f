package dev.tenure.controllers.nodereadiness;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/// Rules and nodes out of JSON with single quotes.
final class Rules {
    private Rules() {}

    /// What is known of nodes, as a test says.
    record Known(BiPredicate<NodeReadinessRule, Node> former, BiPredicate<NodeReadinessRule, Node> room)
            implements ReadinessTaintRule.Knowledge {
        @Override
        public boolean formerly(NodeReadinessRule rule, Node node) {
            return former.test(rule, node);
        }

        @Override
        public boolean allows(NodeReadinessRule rule, Node node) {
            return room.test(rule, node);
        }
    }

    static ObjectNode json(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    static Optional<NodeReadinessRule> parsed(String text) {
        ObjectNode tree = json(text);
        var header = new StoredObject.Header(
                ReadinessTypes.RULES.key("", tree.at("/metadata/name").asText("")),
                tree.at("/metadata/uid").asText(""),
                Map.of(),
                List.of(),
                Map.of(),
                false);
        return NodeReadinessRuleParser.read(new StoredObject(header, Json.write(tree), 1, _ -> tree));
    }

    static NodeReadinessRule read(String text) {
        return parsed(text).orElseThrow();
    }

    static Node node(String text) {
        return (Node) Views.view(ResourceTypes.NODES, json(text));
    }
}
