package dev.tenure.simnodes;

import dev.tenure.runtime.time.Tick;
import dev.tenure.simnodes.config.ConfigLack;
import java.util.List;
import java.util.Optional;

/// How far a pod is with the ConfigMaps and Secrets that it needs. Confined to the loop of its nodes.
final class ConfigWait {
    /// Whether somebody asks at the moment.
    boolean asking;
    /// Whether it was found that nothing is missing.
    boolean there;
    /// What was missing when it was last asked.
    List<ConfigLack> lacks = List.of();
    /// What its status says of that.
    List<ConfigLack> told = List.of();
    /// Whether its volumes are made, which are not made twice.
    boolean mounted;
    /// How often in a row something was missing.
    int failures;
    /// When it is asked again.
    Optional<Tick> again = Optional.empty();
}
