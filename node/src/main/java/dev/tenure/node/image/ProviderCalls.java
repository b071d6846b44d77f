package dev.tenure.node.image;

import dev.tenure.kubelet.image.CredentialProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// The programs of a node that hand out credentials, and who hears how they did.
///
/// @param providers in the order in which they are asked
/// @param folder of the programs
/// @param heard called by several threads
public record ProviderCalls(List<CredentialProvider> providers, Path folder, Consumer<Run> heard) {
    /// One program that was run.
    ///
    /// @param failed it could not be run, or did not end well
    public record Run(String provider, Duration took, boolean failed) {}

    public static final ProviderCalls NONE = new ProviderCalls(List.of(), Path.of("/"), _ -> {});

    public ProviderCalls {
        providers = List.copyOf(providers);
    }
}
