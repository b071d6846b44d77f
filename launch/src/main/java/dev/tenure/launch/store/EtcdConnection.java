package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kinds.KindList;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.launch.encryption.EncryptionFile;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdContents;
import dev.tenure.store.etcd.EtcdContents.Reading;
import dev.tenure.store.etcd.EtcdOptions;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import dev.tenure.store.etcd.SnapshotFile;
import dev.tenure.store.memory.StateOptions;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags of kube-apiserver that name an etcd, for servers and for commands on what they store. Upstream:
/// apiserver/pkg/server/options/etcd.go.
public final class EtcdConnection {
    /// How long events are kept that a command writes.
    private static final Duration EVENT_LIFETIME = Duration.ofHours(1);

    /// A member that writes its database anew answers nothing meanwhile.
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @Option(
            names = "--etcd-servers",
            paramLabel = "URL",
            split = ",",
            description =
                    "The etcd that holds the objects, laid out as kube-apiserver does, instead of the data directory;"
                            + " several servers may share one.")
    private List<String> servers = List.of();

    @Option(names = "--etcd-cafile", paramLabel = "FILE", description = "Who vouches for etcd, PEM.")
    private @Nullable Path authority;

    @Option(names = "--etcd-certfile", paramLabel = "FILE", description = "Certificate shown to etcd, PEM.")
    private @Nullable Path certificate;

    @Option(names = "--etcd-keyfile", paramLabel = "FILE", description = "Key of that certificate, PEM.")
    private @Nullable Path key;

    @Option(
            names = "--etcd-prefix",
            paramLabel = "PREFIX",
            description = "What all keys in etcd begin with (default: /registry).")
    private @Nullable String prefix;

    @Option(
            names = EncryptionFile.FLAG,
            paramLabel = "FILE",
            description = "EncryptionConfiguration, YAML or JSON: which resources are encrypted where they are stored,"
                    + " and how.")
    private @Nullable Path encryption;

    /// What is encrypted in etcd, or in the data directory.
    ///
    /// @throws CommandFailure when the file is wrong
    public Encryption encryption() {
        return encryption == null ? Encryption.NONE : EncryptionFile.read(encryption, new SecureRandom());
    }

    /// The members that are named; empty when none is.
    ///
    /// @throws CommandFailure when a value is wrong, or one says how to reach an etcd that is not named
    public Optional<Servers> servers() {
        if (servers.isEmpty()) {
            refuseAlone("--etcd-cafile", authority);
            refuseAlone("--etcd-certfile", certificate);
            refuseAlone("--etcd-keyfile", key);
            return Optional.empty();
        }
        try {
            var tls =
                    new Tls(Optional.ofNullable(authority), Optional.ofNullable(certificate), Optional.ofNullable(key));
            return Optional.of(Servers.of(servers, tls));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /// For who reads keys of etcd only where an etcd is named: with another prefix alone, objects would be
    /// kept or looked for where nobody expects them.
    ///
    /// @throws CommandFailure when there is a prefix and no etcd
    public void refusePrefixAlone() {
        if (servers.isEmpty()) {
            refuseAlone("--etcd-prefix", prefix);
        }
    }

    private static void refuseAlone(String flag, @Nullable Object value) {
        if (value != null) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "%s %s is about an etcd, and none is named: add --etcd-servers=URL, or leave it out"
                            .formatted(flag, value));
        }
    }

    /// What all keys begin with, without slashes at its ends.
    ///
    /// @throws CommandFailure when the value is wrong
    public String prefix() {
        try {
            return prefix == null ? EtcdOptions.USUAL_PREFIX : EtcdOptions.trimmed(prefix);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /// What is in the etcd that is named.
    ///
    /// @throws CommandFailure when none is, or it cannot be reached
    EtcdContents open() {
        Servers named = servers()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE, "no etcd is named, for example --etcd-servers=https://10.0.0.1:2379"));
        EtcdOptions options = EtcdOptions.of(named, StateOptions.indexing(Map.of()), layout(), new SystemTime())
                .under(prefix())
                .within(TIMEOUT);
        return StoreCommand.orFailure(() -> EtcdContents.open(options));
    }

    private KubernetesLayout layout() {
        return new KubernetesLayout(KindList.standard(), EVENT_LIFETIME, encryption(), prefix());
    }

    /// What is in a snapshot of an etcd, below the prefix.
    ///
    /// @throws StoreUnavailableException when it is none, is damaged, or has nothing there
    /// @throws CommandFailure when it is a backup
    Reading snapshot(Path file) {
        Backup.refuse(file);
        return SnapshotFile.open(file).read(layout(), prefix());
    }
}
