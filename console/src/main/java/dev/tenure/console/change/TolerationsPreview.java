package dev.tenure.console.change;

import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.shown.LodgingRule;
import dev.tenure.console.shown.LodgingRule.Lodging;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// What new tolerations of a pod template mean: on how many nodes its pods may be placed, before and after.
final class TolerationsPreview {
    private static final int NODES_MAX = 50;

    private TolerationsPreview() {}

    static ObjectNode of(FollowedCluster.Look look, ConsoleChange.Tolerate change) {
        int open = 0;
        int timed = 0;
        List<String> shut = new ArrayList<>();
        for (StoredObject object : look.nodes()) {
            Node node = object.view(Node.class);
            switch (LodgingRule.decide(node.spec().taints(), change.tolerations())) {
                case Lodging.Places _, Lodging.Avoids _ -> open++;
                case Lodging.LeavesAfter(var _, var _, long _, var refusing) -> {
                    if (refusing.isEmpty()) {
                        timed++;
                    } else {
                        shut.add(node.name());
                    }
                }
                case Lodging.Refuses _, Lodging.LeavesAtOnce _ -> shut.add(node.name());
            }
        }
        ObjectNode preview = Json.object().put("leave", 0).put("stay", 0).put("spared", 0);
        preview.putArray("waves");
        preview.putArray("pods");
        if (!look.seesNodes()) {
            return preview.put("unjudged", true)
                    .put("fact", "A changed pod template makes its controller replace the pods, step by step.");
        }
        var names = preview.putArray("shut");
        shut.stream().sorted().limit(NODES_MAX).forEach(names::add);
        return preview.put(
                "fact",
                ("The taints of %d nodes let these pods in for good, those of %d for a time, those of %d keep them off."
                                + " A changed pod template makes its controller replace the pods, step by step.")
                        .formatted(open, timed, shut.size()));
    }
}
