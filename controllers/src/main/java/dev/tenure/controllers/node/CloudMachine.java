package dev.tenure.controllers.node;

/// The machine of a node, as its cloud knows it.
public sealed interface CloudMachine {
    /// It was ordered and is not known yet.
    record Pending() implements CloudMachine {}

    /// @param providerId for example `tenure://node-1`
    /// @param zone empty when it has none
    /// @param region empty when it has none
    record Running(String providerId, String type, String zone, String region) implements CloudMachine {}

    /// It is switched off and may come back.
    record ShutDown() implements CloudMachine {}

    /// It is gone for good.
    record Terminated() implements CloudMachine {}
}
