package dev.tenure.controllers.node;

import dev.tenure.model.core.Node;
import java.util.Map;
import java.util.Optional;

/// What the simulated cloud knows of a node's machine: what the annotation `tenure.dev/cloud-machine` of the
/// node says, one of `pending`, `running`, `shutdown` and `terminated`. A node without it is none of this
/// cloud's.
public final class SimulatedCloudRule {
    /// The state of the machine.
    public static final String MACHINE = "tenure.dev/cloud-machine";
    /// The type of the machine; `simulated` by default.
    public static final String TYPE = "tenure.dev/cloud-type";

    public static final String ZONE = "tenure.dev/cloud-zone";
    public static final String REGION = "tenure.dev/cloud-region";

    private SimulatedCloudRule() {}

    public static Optional<CloudMachine> machine(Node node) {
        Map<String, String> annotations = node.meta().annotations();
        return Optional.ofNullable(annotations.get(MACHINE)).map(state -> switch (state) {
            case "running" ->
                new CloudMachine.Running(
                        "tenure://" + node.name(),
                        annotations.getOrDefault(TYPE, "simulated"),
                        annotations.getOrDefault(ZONE, ""),
                        annotations.getOrDefault(REGION, ""));
            case "shutdown" -> new CloudMachine.ShutDown();
            case "terminated" -> new CloudMachine.Terminated();
            default -> new CloudMachine.Pending();
        });
    }
}
