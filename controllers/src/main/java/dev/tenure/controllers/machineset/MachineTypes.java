package dev.tenure.controllers.machineset;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.YamlResource;
import java.util.List;

/// The kinds of OpenShift's machine API that are known here, and their definitions.
public final class MachineTypes {
    private static final String GROUP = "machine.openshift.io";
    private static final String VERSION = "v1beta1";

    public static final ResourceType MACHINES =
            new ResourceType(GROUP, VERSION, "machines", "Machine", Scope.NAMESPACED);
    public static final ResourceType MACHINE_SETS =
            new ResourceType(GROUP, VERSION, "machinesets", "MachineSet", Scope.NAMESPACED);

    private MachineTypes() {}

    /// New CustomResourceDefinitions of Machine and MachineSet.
    public static List<ObjectNode> definitions() {
        return List.of(
                YamlResource.object(MachineTypes.class, "machines.yaml"),
                YamlResource.object(MachineTypes.class, "machinesets.yaml"));
    }
}
