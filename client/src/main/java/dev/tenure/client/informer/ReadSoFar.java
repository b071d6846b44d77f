package dev.tenure.client.informer;

import java.util.Optional;

/// How far a copy is that is being filled.
///
/// @param objects how many have been read
/// @param remaining how many are still to come, where the server tells it: an estimate, and not for selections
public record ReadSoFar(long objects, Optional<Long> remaining) {}
