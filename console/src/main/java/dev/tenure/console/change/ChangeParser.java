package dev.tenure.console.change;

import dev.tenure.console.change.ConsoleChange.Workload;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a change as a page sends it: `{"kind": "taint", "node": …}`.
public final class ChangeParser {
    /// Those whose pods' tolerations can be edited, by the word in the page's URL.
    public static final Map<String, ResourceType> WORKLOADS = Map.of(
            "deployments", ResourceTypes.DEPLOYMENTS,
            "statefulsets", ResourceTypes.STATEFUL_SETS,
            "daemonsets", ResourceTypes.DAEMON_SETS);

    private ChangeParser() {}

    /// @throws ConsoleFault when it is no change
    public static ConsoleChange parse(ObjectNode json) {
        String kind = json.path("kind").asText("");
        return switch (kind) {
            case "taint" ->
                new ConsoleChange.AddTaint(
                        node(json), taint(json), json.path("overwrite").asBoolean(false));
            case "untaint" -> new ConsoleChange.RemoveTaint(node(json), required(json, "key"), effect(json));
            case "cordon" -> new ConsoleChange.Cordon(node(json), true);
            case "uncordon" -> new ConsoleChange.Cordon(node(json), false);
            case "drain" -> new ConsoleChange.Drain(node(json));
            case "stop" -> new ConsoleChange.Power(node(json), false);
            case "start" -> new ConsoleChange.Power(node(json), true);
            case "tolerations" ->
                new ConsoleChange.Tolerate(
                        workload(json),
                        tolerations(json.path("tolerations")),
                        json.path("force").asBoolean(false));
            case "scale" -> new ConsoleChange.Scale(workload(json), replicas(json));
            case "apply" ->
                new ConsoleChange.Apply(
                        manifests(required(json, "yaml")), json.path("force").asBoolean(false));
            default -> throw ConsoleFault.invalid("\"%s\" is no change that the console knows".formatted(kind));
        };
    }

    private static int replicas(JsonNode json) {
        String text = required(json, "replicas");
        try {
            int replicas = Integer.parseInt(text);
            if (replicas >= 0) {
                return replicas;
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw ConsoleFault.invalid("replicas: Invalid value: \"%s\": a whole number from 0 on".formatted(text));
    }

    /// Each document of a YAML text; those that are empty are passed over.
    private static List<ObjectNode> manifests(String yaml) {
        List<ObjectNode> manifests = new ArrayList<>();
        try {
            for (Yaml.Document document : Yaml.readAll(yaml.getBytes(StandardCharsets.UTF_8))) {
                if (document.value().isNull()) {
                    continue;
                }
                if (!(document.value() instanceof ObjectNode manifest)) {
                    throw ConsoleFault.invalid("yaml: a document is no object with apiVersion, kind and metadata");
                }
                required(manifest, "apiVersion");
                required(manifest, "kind");
                manifests.add(manifest);
            }
        } catch (YamlException e) {
            throw ConsoleFault.invalid("yaml: " + e.getMessage());
        }
        if (manifests.isEmpty()) {
            throw ConsoleFault.invalid("yaml: Required value: at least one object");
        }
        return manifests;
    }

    private static String node(JsonNode json) {
        return required(json, "node");
    }

    static String required(JsonNode json, String field) {
        String text = json.path(field).asText("").strip();
        if (text.isEmpty()) {
            throw ConsoleFault.invalid(field + ": Required value");
        }
        return text;
    }

    /// What is wrong with key or value the API says.
    private static Taint taint(JsonNode json) {
        TaintEffect effect = effect(json)
                .orElseThrow(() -> ConsoleFault.invalid(
                        "effect: Required value: one of NoSchedule, PreferNoSchedule," + " NoExecute"));
        return new Taint(required(json, "key"), json.path("value").asText("").strip(), effect);
    }

    private static Optional<TaintEffect> effect(JsonNode json) {
        String word = json.path("effect").asText("");
        Optional<TaintEffect> known = TaintEffect.ofWord(word);
        if (known.isEmpty() && !word.isEmpty()) {
            throw ConsoleFault.invalid(
                    "effect: Unsupported value: \"%s\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\""
                            .formatted(word));
        }
        return known;
    }

    public static Workload workload(JsonNode json) {
        return workload(json.path("resource").asText(""), required(json, "namespace"), required(json, "name"));
    }

    public static Workload workload(String resource, String namespace, String name) {
        ResourceType type = WORKLOADS.get(resource);
        if (type == null) {
            throw ConsoleFault.invalid("\"%s\" is no workload whose tolerations the console edits".formatted(resource));
        }
        return new Workload(type, namespace, name);
    }

    static List<Toleration> tolerations(JsonNode list) {
        List<Toleration> tolerations = new ArrayList<>();
        list.forEach(each -> tolerations.add(new Toleration(
                each.path("key").asText(""),
                TolerationOperator.ofWord(each.path("operator").asText("")),
                each.path("value").asText(""),
                TaintEffect.ofWord(each.path("effect").asText("")),
                each.path("tolerationSeconds").isNumber()
                        ? new Stay.AtMost(each.path("tolerationSeconds").asLong())
                        : Stay.forever())));
        return tolerations;
    }
}
