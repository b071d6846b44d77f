package dev.tenure.kinds.pod;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;

/// What may still be said about the place of a pod that waits behind scheduling gates: its demands may only
/// grow.
final class GatedPodValidation {
    private static final String NODE_AFFINITY = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final String TERM = "NodeSelectorTerm";

    private GatedPodValidation() {}

    /// Checks the changes and takes them back in `munged`, so that what is left are changes of other fields.
    static void placement(Field spec, ObjectNode munged, ObjectNode old) {
        if (!SameValue.same(munged.path("nodeSelector"), old.path("nodeSelector"))) {
            nodeSelector(spec.at("nodeSelector"), old.path("nodeSelector"));
            PodValidation.copy(munged, old, "nodeSelector");
        }
        JsonNode oldAffinity = old.path("affinity").path(NODE_AFFINITY);
        if (SameValue.same(munged.path("affinity").path(NODE_AFFINITY), oldAffinity)) {
            return;
        }
        nodeAffinity(spec.at("affinity", NODE_AFFINITY), oldAffinity);
        if (!(munged.get("affinity") instanceof ObjectNode affinity)) {
            if (!oldAffinity.isMissingNode()) {
                munged.putObject("affinity").set(NODE_AFFINITY, oldAffinity);
            }
            return;
        }
        boolean nothingElse = !affinity.has("podAffinity") && !affinity.has("podAntiAffinity");
        if (!old.has("affinity") && nothingElse) {
            munged.remove("affinity");
        } else {
            PodValidation.copy(affinity, old.path("affinity"), NODE_AFFINITY);
        }
    }

    private static void nodeSelector(Field selector, JsonNode old) {
        for (Map.Entry<String, JsonNode> label : old.properties()) {
            if (!label.getValue().equals(selector.node().path(label.getKey()))) {
                selector.invalid(
                        PrintedSelector.sorted(selector.node()),
                        "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
                return;
            }
        }
    }

    private static void nodeAffinity(Field affinity, JsonNode old) {
        JsonNode oldTerms = old.path(REQUIRED).path(TERMS);
        if (old.path(REQUIRED).isMissingNode()) {
            return;
        }
        Field terms = affinity.at(REQUIRED, TERMS);
        if (!oldTerms.isEmpty() && oldTerms.size() != terms.size()) {
            terms.invalid(shown(terms), "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            return;
        }
        for (Field term : terms.items().subList(0, oldTerms.size())) {
            String path = term.path().text();
            int position = Integer.parseInt(path.substring(path.lastIndexOf('[') + 1, path.length() - 1));
            if (!onlyGrew(term.node(), oldTerms.get(position))) {
                term.invalid(
                        InternalTypes.of(TERM, term.given()), "only additions are allowed (no mutations or deletions)");
            }
        }
    }

    private static JsonNode shown(Field terms) {
        if (terms.isEmpty()) {
            return terms.given();
        }
        ArrayNode shown = Json.array();
        terms.items().forEach(term -> shown.add(InternalTypes.of(TERM, term.given())));
        return shown;
    }

    private static boolean onlyGrew(JsonNode next, JsonNode old) {
        boolean oldEmpty = old.path("matchExpressions").isEmpty()
                && old.path("matchFields").isEmpty();
        boolean nextEmpty = next.path("matchExpressions").isEmpty()
                && next.path("matchFields").isEmpty();
        return oldEmpty
                ? nextEmpty
                : startsWith(next.path("matchExpressions"), old.path("matchExpressions"))
                        && startsWith(next.path("matchFields"), old.path("matchFields"));
    }

    private static boolean startsWith(JsonNode list, JsonNode start) {
        if (list.size() < start.size()) {
            return false;
        }
        for (int i = 0; i < start.size(); i++) {
            if (!SameValue.same(list.get(i), start.get(i))) {
                return false;
            }
        }
        return true;
    }
}
