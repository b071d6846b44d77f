package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.store.etcd.EtcdOptions;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags of kube-apiserver that name an etcd. Upstream: apiserver/pkg/server/options/etcd.go.
public final class EtcdFlags {
    @Option(
            names = "--etcd-servers",
            paramLabel = "URL",
            split = ",",
            description =
                    "Keep objects in this etcd, laid out as kube-apiserver does, instead of in the data directory;"
                            + " several servers may share one.")
    private List<String> servers = List.of();

    @Option(names = "--etcd-cafile", paramLabel = "FILE", description = "Who vouches for etcd, PEM.")
    private @Nullable Path authority;

    @Option(names = "--etcd-certfile", paramLabel = "FILE", description = "Certificate shown to etcd, PEM.")
    private @Nullable Path certificate;

    @Option(names = "--etcd-keyfile", paramLabel = "FILE", description = "Key of that certificate, PEM, PKCS#8.")
    private @Nullable Path key;

    @Option(
            names = "--etcd-prefix",
            paramLabel = "PREFIX",
            defaultValue = "/registry",
            description = "What all keys in etcd begin with (default: ${DEFAULT-VALUE}).")
    private String prefix = "/registry";

    @Option(
            names = "--event-ttl",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description = "How long events are kept in etcd (default: ${DEFAULT-VALUE}).")
    private Duration eventLifetime = Duration.ofHours(1);

    /// Where objects are kept instead of the data directory.
    ///
    /// @throws CommandFailure when a value is wrong
    Optional<ApiConfig.Etcd> etcd() {
        if (eventLifetime.toSeconds() < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--event-ttl must be a second at least");
        }
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        try {
            var tls =
                    new Tls(Optional.ofNullable(authority), Optional.ofNullable(certificate), Optional.ofNullable(key));
            String trimmed = EtcdOptions.trimmed(prefix);
            return Optional.of(new ApiConfig.Etcd(Servers.of(servers, tls), trimmed, eventLifetime));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }
}
