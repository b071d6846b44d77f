package dev.tenure.sim.world;

import dev.tenure.model.meta.Status;
import java.time.Duration;

/// What goes wrong with one request on its way to the API server.
public sealed interface Interference {
    /// Nothing.
    record None() implements Interference {}

    /// The request does not arrive; its sender gets `status`.
    record Refused(Status status) implements Interference {}

    /// The request is carried out, but its sender gets `status`.
    record AnswerLost(Status status) implements Interference {}

    /// The sender gets `status` at once; the request arrives and is carried out so much later.
    record Late(Status status, Duration by) implements Interference {}

    /// The sender dies with the request on its way.
    ///
    /// @param carriedOut whether the request arrives before that
    record SenderDies(boolean carriedOut) implements Interference {}
}
