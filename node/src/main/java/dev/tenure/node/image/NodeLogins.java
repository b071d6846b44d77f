package dev.tenure.node.image;

import dev.tenure.kubelet.image.DockerConfigParser;
import dev.tenure.kubelet.image.LoginFormatException;
import dev.tenure.kubelet.image.LoginKeyring;
import dev.tenure.kubelet.image.RegistryLogin;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The node's own credentials of registries, from the first file of Docker's that can be read. They are read
/// anew every five minutes. Waits for the disk. Safe for use by several threads. Upstream:
/// credentialprovider/provider.go.
public final class NodeLogins {
    private static final System.Logger LOG = System.getLogger(NodeLogins.class.getPackageName());
    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final String NEW_NAME = "config.json";
    private static final String OLD_NAME = ".dockercfg";

    /// Where files may be, in the order in which they are looked for.
    ///
    /// @param root the agent's folder
    /// @param working the one in which the agent was started
    public record Places(Path root, Path working, Path home, Path machine) {
        List<Path> newFiles() {
            return List.of(
                    root.resolve(NEW_NAME),
                    working.resolve(NEW_NAME),
                    home.resolve(".docker").resolve(NEW_NAME),
                    machine.resolve(".docker").resolve(NEW_NAME));
        }

        List<Path> oldFiles() {
            return List.of(
                    root.resolve(OLD_NAME),
                    working.resolve(OLD_NAME),
                    home.resolve(OLD_NAME),
                    machine.resolve(OLD_NAME));
        }
    }

    private record Kept(Tick until, LoginKeyring keyring) {}

    private final Places places;
    private final TimeSource time;
    private final Published<Optional<Kept>> kept = new Published<>(Optional.empty());

    public NodeLogins(Places places, TimeSource time) {
        this.places = places;
        this.time = time;
    }

    public LoginKeyring keyring() {
        Tick now = time.now();
        Optional<Kept> last = kept.get();
        if (last.isPresent() && last.get().until().compareTo(now) > 0) {
            return last.get().keyring();
        }
        var read = new LoginKeyring(List.of(read()));
        kept.publish(Optional.of(new Kept(now.plus(KEPT), read)));
        return read;
    }

    private Map<String, RegistryLogin> read() {
        for (Path file : places.newFiles()) {
            Optional<Map<String, RegistryLogin>> found = read(file, false);
            if (found.isPresent()) {
                return found.get();
            }
        }
        for (Path file : places.oldFiles()) {
            Optional<Map<String, RegistryLogin>> found = read(file, true);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return Map.of();
    }

    private static Optional<Map<String, RegistryLogin>> read(Path file, boolean old) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            byte[] content = Files.readAllBytes(file);
            return Optional.of(
                    old
                            ? DockerConfigParser.oldForm(content, Optional.empty())
                            : DockerConfigParser.newForm(content, Optional.empty()));
        } catch (IOException | LoginFormatException e) {
            LOG.log(System.Logger.Level.WARNING, "credentials in {0} are left out: {1}", file, e.getMessage());
            return Optional.empty();
        }
    }
}
