package dev.tenure.cli.command;

import dev.tenure.rules.node.HeldStates;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;

/// In which states a node is held, for programs: `{"node": …, "held": {STATE: "always" or its end}}`.
final class HeldStatesText {
    static final String KIND = "NodeHold";

    private HeldStatesText() {}

    static ObjectNode document(String node, Map<String, String> annotations) {
        ObjectNode json = Json.object().put("node", node);
        ObjectNode held = json.putObject("held");
        HeldStates.of(annotations).holds().forEach((state, hold) -> held.put(state.word(), hold.text()));
        return json;
    }
}
