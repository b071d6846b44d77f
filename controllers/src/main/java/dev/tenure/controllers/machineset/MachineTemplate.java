package dev.tenure.controllers.machineset;

import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.util.List;
import java.util.Map;

/// What a machine set says of the nodes of its machines. Immutable.
///
/// @param taints those whose effect is unknown are left out
/// @param labels what the provider is told of place and size included
public record MachineTemplate(List<Taint> taints, Map<String, String> labels) {
    public MachineTemplate {
        taints = List.copyOf(taints);
        labels = Frozen.map(labels);
    }

    /// The template of a MachineSet.
    public static MachineTemplate of(StoredObject set) {
        return MachineObjects.template(Json.readObject(set.json()).at("/spec/template/spec"));
    }
}
