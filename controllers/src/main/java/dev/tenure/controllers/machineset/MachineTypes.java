package dev.tenure.controllers.machineset;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
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
        var definitions = new ArrayList<ObjectNode>();
        for (String name : List.of("machines.yaml", "machinesets.yaml")) {
            definitions.add(definition(name));
        }
        return definitions;
    }

    private static ObjectNode definition(String name) {
        try (InputStream file = MachineTypes.class.getResourceAsStream(name)) {
            if (file != null && Yaml.read(file.readAllBytes()).value() instanceof ObjectNode definition) {
                return definition;
            }
            throw new IllegalStateException("resource " + name + " is not part of this build");
        } catch (IOException e) {
            throw new IllegalStateException("resource " + name + " cannot be read", e);
        }
    }
}
