package dev.tenure.client.informer;

import java.util.Optional;

/// How far a copy is that is being filled.
///
/// @param objects how many have been read
/// @param remaining how many are still to come by the server's estimate; it makes none for selections
public record ReadSoFar(long objects, Optional<Long> remaining) {}
