package dev.tenure.plan.saved;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A change as it stands in a file, and back. Stateless.
final class ChangeDocument {
    private ChangeDocument() {}

    private static String cordonWord(Change.Cordon cordon) {
        return cordon.on() ? "cordon" : "uncordon";
    }

    static ObjectNode of(Change change) {
        ObjectNode out = Json.object();
        switch (change) {
            case Change.Nothing _ -> out.put("type", "nothing");
            case Change.TaintNodes(var nodes, var edits, var overwrite, var term) -> {
                nodes(out.put("type", "taint"), nodes).put("overwrite", overwrite);
                edits.forEach(edit -> out.withArray("taints").add(edit.toString()));
                term.ifPresent(given -> out.putObject("term")
                        .put("seconds", given.span().toSeconds())
                        .put("owner", given.owner())
                        .put("reason", given.reason()));
            }
            case Change.Cordon cordon -> nodes(out.put("type", cordonWord(cordon)), cordon.nodes());
            case Change.Drain(var nodes, var options) ->
                nodes(out.put("type", "drain"), nodes).set("options", drain(options));
            case Change.DeleteNodes(var nodes) -> nodes(out.put("type", "delete"), nodes);
            case Change.LoseNodes(var nodes, var lost) -> nodes(out.put("type", lost ? "lose" : "find"), nodes);
            case Change.Apply(var manifests, var namespace) -> {
                out.put("type", "apply").put("namespace", namespace);
                manifests.forEach(out.withArray("manifests")::add);
            }
            case Change.Scale(var resource, var namespace, var name, var replicas) ->
                out.put("type", "scale")
                        .put("resource", resource)
                        .put("namespace", namespace)
                        .put("name", name)
                        .put("replicas", replicas);
            case Change.Recorded _ ->
                throw new IllegalArgumentException("what was recorded is replayed from its trace, not saved");
            case Change.Steps(var steps) -> {
                ArrayNode all = out.put("type", "steps").putArray("steps");
                steps.forEach(step -> all.addObject()
                        .put("atSeconds", step.at().toMillis() / 1000.0)
                        .set("change", of(step.change())));
            }
        }
        return out;
    }

    private static ObjectNode nodes(ObjectNode out, NodeChoice choice) {
        ObjectNode nodes = out.putObject("nodes");
        choice.names().forEach(nodes.putArray("names")::add);
        nodes.put("selector", choice.selector()).put("all", choice.all());
        choice.zone().ifPresent(zone -> nodes.put("zone", zone));
        return out;
    }

    private static ObjectNode drain(DrainOptions options) {
        return Json.object()
                .put("force", options.force())
                .put("ignoreDaemonSets", options.ignoreDaemonSets())
                .put("deleteEmptyDirData", options.deleteEmptyDirData())
                .put("graceSeconds", options.graceSeconds())
                .put("timeoutSeconds", options.timeout().toSeconds())
                .put("podSelector", options.podSelector())
                .put("disableEviction", options.disableEviction())
                .put("skipWaitSeconds", options.skipWaitSeconds());
    }

    /// @throws IllegalArgumentException when it is no change that is known here
    static Change read(JsonNode in) {
        String type = in.path("type").asText();
        return switch (type) {
            case "nothing" -> new Change.Nothing();
            case "taint" -> {
                var edits = new ArrayList<TaintEdit>();
                in.path("taints").forEach(edit -> edits.add(TaintEdit.parse(edit.asText())));
                yield new Change.TaintNodes(
                        nodes(in), edits, in.path("overwrite").asBoolean(), term(in.path("term")));
            }
            case "cordon", "uncordon" -> new Change.Cordon(nodes(in), type.equals("cordon"));
            case "drain" -> new Change.Drain(nodes(in), options(in.path("options")));
            case "delete" -> new Change.DeleteNodes(nodes(in));
            case "lose", "find" -> new Change.LoseNodes(nodes(in), type.equals("lose"));
            case "apply" -> new Change.Apply(manifests(in), in.path("namespace").asText());
            case "scale" ->
                new Change.Scale(
                        in.path("resource").asText(),
                        in.path("namespace").asText(),
                        in.path("name").asText(),
                        in.path("replicas").asInt());
            case "steps" -> {
                var steps = new ArrayList<Step>();
                in.path("steps")
                        .forEach(step -> steps.add(new Step(
                                Duration.ofMillis(
                                        Math.round(step.path("atSeconds").asDouble() * 1000)),
                                read(step.path("change")))));
                yield new Change.Steps(steps);
            }
            default -> throw new IllegalArgumentException("\"%s\" is no change".formatted(type));
        };
    }

    private static Optional<Change.Term> term(JsonNode in) {
        return in.isObject()
                ? Optional.of(new Change.Term(
                        Duration.ofSeconds(in.path("seconds").asLong()),
                        in.path("owner").asText(),
                        in.path("reason").asText()))
                : Optional.empty();
    }

    private static List<ObjectNode> manifests(JsonNode in) {
        var manifests = new ArrayList<ObjectNode>();
        for (JsonNode manifest : in.path("manifests")) {
            if (manifest instanceof ObjectNode object) {
                manifests.add(object);
            }
        }
        return manifests;
    }

    private static NodeChoice nodes(JsonNode in) {
        JsonNode nodes = in.path("nodes");
        var names = new ArrayList<String>();
        nodes.path("names").forEach(name -> names.add(name.asText()));
        return new NodeChoice(
                names,
                nodes.path("selector").asText(),
                nodes.path("all").asBoolean(),
                nodes.has("zone") ? Optional.of(nodes.path("zone").asText()) : Optional.empty());
    }

    private static DrainOptions options(JsonNode in) {
        return new DrainOptions(
                in.path("force").asBoolean(),
                in.path("ignoreDaemonSets").asBoolean(),
                in.path("deleteEmptyDirData").asBoolean(),
                in.path("graceSeconds").asLong(-1),
                Duration.ofSeconds(in.path("timeoutSeconds").asLong()),
                in.path("podSelector").asText(),
                in.path("disableEviction").asBoolean(),
                in.path("skipWaitSeconds").asLong());
    }
}
