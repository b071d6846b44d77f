package dev.tenure.controllers.machineset;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads machines. Pure.
public final class MachineObjects {
    private MachineObjects() {}

    static MachineTemplate template(JsonNode spec) {
        return new MachineTemplate(taints(spec.path("taints")), labels(spec));
    }

    /// @param stored a Machine
    public static Machine machine(StoredObject stored) {
        ObjectNode tree = Json.readObject(stored.json());
        JsonNode spec = tree.path("spec");
        JsonNode status = tree.path("status");
        MachineTemplate template = template(spec);
        List<String> addresses = new ArrayList<>();
        for (JsonNode address : status.path("addresses")) {
            if (address.path("type").asText().equals("InternalIP")) {
                addresses.add(address.path("address").asText());
            }
        }
        return new Machine(
                Views.meta(tree),
                template.taints(),
                template.labels(),
                providerId(tree),
                status.path("nodeRef").path("name").asText(""),
                addresses,
                status.path("phase").asText(""));
    }

    /// @param stored a Machine
    /// @return empty until it has one
    static String providerId(StoredObject stored) {
        return providerId(Json.readObject(stored.json()));
    }

    private static String providerId(ObjectNode machine) {
        return machine.path("spec").path("providerID").asText("");
    }

    /// Taints whose effect is unknown are left out.
    private static List<Taint> taints(JsonNode list) {
        List<Taint> taints = new ArrayList<>();
        for (JsonNode taint : list) {
            Optional<TaintEffect> effect =
                    TaintEffect.ofWord(taint.path("effect").asText(""));
            effect.ifPresent(e -> taints.add(
                    new Taint(taint.path("key").asText(""), taint.path("value").asText(""), e)));
        }
        return taints;
    }

    /// What the machine's provider is told of its place and size, and the labels that stand in the template,
    /// which win.
    private static Map<String, String> labels(JsonNode spec) {
        Map<String, String> labels = provided(spec.path("providerSpec").path("value"));
        spec.path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText("")));
        return labels;
    }

    /// As the providers of AWS, Google and Azure call these fields, in this order.
    private static Map<String, String> provided(JsonNode value) {
        Map<String, String> labels = new HashMap<>();
        put(labels, WellKnownLabels.INSTANCE_TYPE, value, List.of("/instanceType", "/machineType", "/vmSize"));
        put(labels, WellKnownLabels.REGION, value, List.of("/placement/region", "/region", "/location"));
        put(labels, WellKnownLabels.ZONE, value, List.of("/placement/availabilityZone", "/zone"));
        return labels;
    }

    private static void put(Map<String, String> labels, String label, JsonNode value, List<String> places) {
        places.stream()
                .map(place -> value.at(place).asText(""))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .ifPresent(text -> labels.put(label, text));
    }
}
