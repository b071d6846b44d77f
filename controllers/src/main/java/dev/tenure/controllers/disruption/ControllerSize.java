package dev.tenure.controllers.disruption;

/// How many pods one controller is set to have.
sealed interface ControllerSize {
    /// @param uid of the controller that has the size: of the Deployment, not of its ReplicaSet
    record Known(String uid, int replicas) implements ControllerSize {}

    /// There is no such controller.
    record Missing() implements ControllerSize {}

    /// @param why the size could not be read
    record Unknown(String why) implements ControllerSize {}
}
