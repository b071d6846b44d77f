package dev.tenure.kinds.custom;

import dev.tenure.kinds.custom.Conditions.Condition;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which of the names that a definition asks for it gets: those that no other definition of its group has.
/// Upstream: controller/status/naming_controller.go.
final class NamesRule {

    private final Set<String> resources = new HashSet<>();
    private final Set<String> kinds = new HashSet<>();
    private final ObjectNode accepted;
    private final List<Condition> refusals = new ArrayList<>();

    private NamesRule(ObjectNode accepted) {
        this.accepted = accepted;
    }

    /// @param names the names it has from now on
    record Verdict(ObjectNode names, Condition accepted) {}

    /// @param others all other definitions
    static Verdict decide(JsonNode definition, List<? extends JsonNode> others) {
        JsonNode had = definition.path("status").path("acceptedNames");
        var rule = new NamesRule(had instanceof ObjectNode names ? names.deepCopy() : Json.object());
        String group = definition.path("spec").path("group").asText();
        for (JsonNode other : others) {
            if (other.path("spec").path("group").asText().equals(group)) {
                rule.take(other.path("status").path("acceptedNames"));
            }
        }
        return rule.verdict(definition.path("spec").path("names"), had);
    }

    private void take(JsonNode names) {
        resources.add(names.path("plural").asText());
        resources.add(names.path("singular").asText());
        names.path("shortNames").forEach(name -> resources.add(name.asText()));
        kinds.add(names.path("kind").asText());
        kinds.add(names.path("listKind").asText());
    }

    private Verdict verdict(JsonNode asked, JsonNode had) {
        one("plural", "PluralConflict", asked, resources);
        one("singular", "SingularConflict", asked, resources);
        shortNames(asked.path("shortNames"), had.path("shortNames"));
        one("kind", "KindConflict", asked, kinds);
        one("listKind", "ListKindConflict", asked, kinds);
        keep("categories", asked);
        return new Verdict(
                accepted,
                refusals.isEmpty()
                        ? new Condition("NamesAccepted", "True", "NoConflicts", "no conflicts found")
                        : refusals.getLast());
    }

    private void one(String name, String conflict, JsonNode asked, Set<String> used) {
        String wanted = asked.path(name).asText("");
        if (wanted.equals(accepted.path(name).asText("")) || !used.contains(wanted)) {
            keep(name, asked);
        } else {
            refuse(conflict, Quoted.of(wanted) + " is already in use");
        }
    }

    private void shortNames(JsonNode asked, JsonNode had) {
        Set<String> own = new HashSet<>();
        had.forEach(name -> own.add(name.asText()));
        List<String> faults = new ArrayList<>();
        for (JsonNode name : asked) {
            if (!own.contains(name.asText()) && resources.contains(name.asText())) {
                faults.add(Quoted.of(name.asText()) + " is already in use");
            }
        }
        if (faults.isEmpty()) {
            accepted.remove("shortNames");
            if (!asked.isEmpty()) {
                accepted.set("shortNames", asked.deepCopy());
            }
        } else {
            refuse(
                    "ShortNamesConflict",
                    faults.size() == 1 ? faults.getFirst() : "[" + String.join(", ", faults) + "]");
        }
    }

    private void keep(String name, JsonNode asked) {
        JsonNode value = asked.path(name);
        if (value.isMissingNode()) {
            accepted.remove(name);
        } else {
            accepted.set(name, value.deepCopy());
        }
    }

    private void refuse(String why, String text) {
        refusals.add(new Condition("NamesAccepted", "False", why, text));
    }
}
