package dev.tenure.simnodes.config;

import java.util.List;

/// A ConfigMap or Secret that a pod refers to, without which it cannot start.
///
/// @param secret whether it is a Secret
/// @param name of the object, in the pod's namespace
/// @param keys that it must have
public record ConfigReference(ConfigPlace place, boolean secret, String name, List<String> keys) {
    public ConfigReference {
        keys = List.copyOf(keys);
    }
}
