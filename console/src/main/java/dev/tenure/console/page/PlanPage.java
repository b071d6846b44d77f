package dev.tenure.console.page;

import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.TreeSet;

/// The page Plan: the names of nodes and zones from which a change is composed, and whether what is needed to
/// forecast one may be seen.
final class PlanPage {
    private static final int NAMES_MAX = 500;

    private PlanPage() {}

    static JsonNode of(Viewer viewer) {
        var seen = viewer.copy().see("", look -> {
            ObjectNode page = Json.object();
            var zones = new TreeSet<String>();
            var names = new TreeSet<String>();
            for (StoredObject object : look.nodes()) {
                Node node = object.view(Node.class);
                names.add(node.name());
                if (!Shown.zone(node).isEmpty()) {
                    zones.add(Shown.zone(node));
                }
            }
            ArrayNode shown = page.putArray("nodes");
            names.stream().limit(NAMES_MAX).forEach(shown::add);
            ArrayNode places = page.putArray("zones");
            zones.stream().limit(NAMES_MAX).forEach(places::add);
            return page.put("forecasts", look.seesNodes() && look.seesAllPods());
        });
        MissingPart.into(seen.value(), seen.gaps());
        return seen.value();
    }
}
