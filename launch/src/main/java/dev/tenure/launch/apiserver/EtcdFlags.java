package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.launch.store.EtcdConnection;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The flags of kube-apiserver for a server that keeps its objects in an etcd. Upstream:
/// apiserver/pkg/server/options/etcd.go.
public final class EtcdFlags {
    @Mixin
    private EtcdConnection connection = new EtcdConnection();

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
        return connection.servers().map(servers -> new ApiConfig.Etcd(servers, connection.prefix(), eventLifetime));
    }

    /// What is encrypted there, or in the data directory.
    ///
    /// @throws CommandFailure when the file is wrong
    Encryption encryption() {
        return connection.encryption();
    }
}
