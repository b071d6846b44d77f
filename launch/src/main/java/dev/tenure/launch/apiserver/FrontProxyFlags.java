package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags about servers that APIServices name. Upstream: apiserver/pkg/server/options/authentication.go,
/// cmd/kube-apiserver/app/options.
final class FrontProxyFlags {
    @Option(
            names = "--proxy-client-cert-file",
            paramLabel = "FILE",
            description = "PEM certificate that is shown to servers which APIServices name (default, unless a flag of"
                    + " these four is given: one that is made, with its authority, in the data directory).")
    private @Nullable Path certificate;

    @Option(names = "--proxy-client-key-file", paramLabel = "FILE", description = "Its key.")
    private @Nullable Path key;

    @Option(
            names = "--requestheader-client-ca-file",
            paramLabel = "FILE",
            description = "PEM certificates that vouch for it; they are published for those servers in the ConfigMap"
                    + " kube-system/extension-apiserver-authentication.")
    private @Nullable Path authorities;

    @Option(
            names = "--requestheader-allowed-names",
            paramLabel = "NAME",
            split = ",",
            description = "Common names of certificates that may ask in the name of others; they are published too"
                    + " (default: any that the authorities vouch for).")
    private List<String> names = List.of();

    /// @throws CommandFailure when they do not go together, or a file cannot be used
    Optional<FrontProxyFiles> files() {
        if ((certificate == null) != (key == null)) {
            throw usage("--proxy-client-cert-file and --proxy-client-key-file belong together: give both, or none");
        }
        if (certificate == null && authorities == null && names.isEmpty()) {
            return Optional.empty();
        }
        Optional<PemFiles.Pair> pair = certificate == null || key == null
                ? Optional.empty()
                : Optional.of(new PemFiles.Pair(certificate, key));
        var files = new FrontProxyFiles(pair, Optional.ofNullable(authorities), names);
        try {
            files.read("");
            return Optional.of(files);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }
}
