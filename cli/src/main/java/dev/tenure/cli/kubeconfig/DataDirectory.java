package dev.tenure.cli.kubeconfig;

import java.nio.file.Path;
import java.util.Map;

/// Where one `tenure up` keeps everything: the store, its certificates, the kubeconfig, its process id,
/// its log.
public record DataDirectory(Path root) {
    /// `$XDG_DATA_HOME/tenure`, else `~/.local/share/tenure`.
    public static DataDirectory byDefault(Map<String, String> environment) {
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path base = data.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".local", "share")
                : Path.of(data);
        return new DataDirectory(base.resolve("tenure"));
    }

    /// The one in a folder that somebody names, from wherever the process works.
    public static DataDirectory in(Path folder) {
        return new DataDirectory(folder.toAbsolutePath().normalize());
    }

    public Path kubeconfig() {
        return root.resolve("kubeconfig");
    }

    public Path pid() {
        return root.resolve("pid");
    }

    public Path lock() {
        return root.resolve("lock");
    }

    public Path log() {
        return root.resolve("tenure.log");
    }

    public Path pki() {
        return root.resolve("pki");
    }

    public Path store() {
        return root.resolve("store");
    }

    /// What a restore has read so far; it stays when the restore is killed.
    public Path halfRestored() {
        return root.resolve("restore.partial");
    }

    /// A Unix socket on which the owner, and nobody else, gives orders to the process.
    public Path control() {
        return root.resolve("control.sock");
    }
}
