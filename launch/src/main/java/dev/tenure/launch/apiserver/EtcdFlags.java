package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.launch.apiserver.ApiConfig.Keeping;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.launch.store.EtcdConnection;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The flags of kube-apiserver about where objects are kept, and for how long. Upstream:
/// apiserver/pkg/server/options/etcd.go.
final class EtcdFlags {
    @Mixin
    private EtcdConnection connection = new EtcdConnection();

    @Option(
            names = "--event-ttl",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description = "How long events are kept after they were last written (default: ${DEFAULT-VALUE}).")
    private Duration eventLifetime = Keeping.EVENT_LIFETIME;

    /// Where objects are kept instead of the data directory.
    ///
    /// @throws CommandFailure when a value is wrong
    Optional<ApiConfig.Etcd> etcd() {
        connection.refusePrefixAlone();
        return connection.servers().map(servers -> new ApiConfig.Etcd(servers, connection.prefix()));
    }

    /// How long events are kept, by every engine.
    ///
    /// @throws CommandFailure when the value is wrong
    Duration eventLifetime() {
        if (eventLifetime.toSeconds() < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--event-ttl must be a second at least");
        }
        return eventLifetime;
    }

    /// What is encrypted there, or in the data directory.
    ///
    /// @throws CommandFailure when the file is wrong
    Encryption encryption() {
        return connection.encryption();
    }
}
