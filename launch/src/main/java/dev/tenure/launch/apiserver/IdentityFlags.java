package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags of kube-apiserver about its own certificate, those of its clients, and the keys of tokens.
/// Upstream: apiserver/pkg/server/options/serving.go and authentication.go,
/// pkg/kubeapiserver/options/authentication.go.
final class IdentityFlags {
    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            description = "PEM certificate that the server shows, with those that vouch for it (default: one that is"
                    + " made in the data directory).")
    private @Nullable Path certificate;

    @Option(names = "--tls-private-key-file", paramLabel = "FILE", description = "Its key.")
    private @Nullable Path key;

    @Option(
            names = "--cert-dir",
            paramLabel = "DIR",
            description = "Where apiserver.crt and apiserver.key are, if they are not named one by one.")
    private @Nullable Path folder;

    @Option(
            names = "--client-ca-file",
            paramLabel = "FILE",
            description = "PEM certificates that vouch for clients, beside the cluster's own authority.")
    private @Nullable Path clients;

    @Option(
            names = "--service-account-signing-key-file",
            paramLabel = "FILE",
            description =
                    "PEM key, RSA or of an elliptic curve, that signs the tokens of service accounts (default: one"
                            + " that is made in the data directory).")
    private @Nullable Path signing;

    @Option(
            names = "--service-account-key-file",
            paramLabel = "FILE",
            split = ",",
            description = "PEM keys or certificates whose tokens are good, that of the signing key among them; may be"
                    + " given several times.")
    private List<Path> trusted = List.of();

    /// @throws CommandFailure when they do not go together, or a file cannot be used
    IdentityFiles files() {
        if ((certificate == null) != (key == null)) {
            throw usage("--tls-cert-file and --tls-private-key-file belong together: give both, or none");
        }
        if ((signing == null) != trusted.isEmpty()) {
            throw usage("--service-account-signing-key-file and --service-account-key-file belong together: give both,"
                    + " or none");
        }
        var files = new IdentityFiles(
                serving(),
                Optional.ofNullable(clients),
                Optional.ofNullable(signing).map(file -> new IdentityFiles.Tokens(file, trusted)));
        try {
            files.check();
            return files;
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private Optional<PemFiles.Pair> serving() {
        if (certificate != null && key != null) {
            return Optional.of(new PemFiles.Pair(certificate, key));
        }
        if (folder == null) {
            return Optional.empty();
        }
        var pair = new PemFiles.Pair(folder.resolve("apiserver.crt"), folder.resolve("apiserver.key"));
        return Files.exists(pair.certificate()) || Files.exists(pair.key()) ? Optional.of(pair) : Optional.empty();
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }
}
