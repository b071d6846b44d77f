package dev.tenure.simnodes.config;

/// What of a pod a ConfigMap or Secret is needed for.
public sealed interface ConfigPlace {
    /// A volume.
    record Volume(String name) implements ConfigPlace {}

    /// The environment of a container.
    ///
    /// @param init whether it is an init container
    record Environment(String container, boolean init) implements ConfigPlace {
        /// What Events call the container.
        public String path() {
            return "spec.%s{%s}".formatted(init ? "initContainers" : "containers", container);
        }
    }
}
