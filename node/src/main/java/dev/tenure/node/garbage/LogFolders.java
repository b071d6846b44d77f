package dev.tenure.node.garbage;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.node.volume.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The logs of containers on disk: `NAMESPACE_POD_UID/CONTAINER/ATTEMPT.log` below one folder. Waits for the
/// disk.
///
/// @param root for example `/var/log/pods`
public record LogFolders(Path root) {
    /// The file that a container writes to.
    public Path of(RunContainer container) {
        return folder(container).resolve(container.attempt() + ".log");
    }

    private Path folder(RunContainer container) {
        var labels = container.labels();
        String pod = String.join(
                "_",
                labels.getOrDefault(Labels.POD_NAMESPACE, ""),
                labels.getOrDefault(Labels.POD_NAME, ""),
                container.podUid());
        return root.resolve(pod).resolve(labels.getOrDefault(Labels.CONTAINER_NAME, container.name()));
    }

    /// Removes the log of a container that is gone, and what was set aside of it.
    public void remove(RunContainer container) throws IOException {
        String name = container.attempt() + ".log";
        Path folder = folder(container);
        if (!Files.isDirectory(folder)) {
            return;
        }
        for (Path file : list(folder)) {
            String own = file.getFileName().toString();
            if (own.equals(name) || own.startsWith(name + ".")) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// The uids of the pods that have a folder.
    public Set<String> pods() throws IOException {
        var uids = new TreeSet<String>();
        for (Path folder : folders()) {
            uids.add(uid(folder));
        }
        return uids;
    }

    /// Removes the folders of pods that are no more.
    ///
    /// @param gone their uids
    public void removePods(Set<String> gone) throws IOException {
        for (Path folder : folders()) {
            if (gone.contains(uid(folder))) {
                Folders.delete(folder);
            }
        }
    }

    private List<Path> folders() throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        return list(root).stream()
                .filter(folder -> folder.getFileName()
                                        .toString()
                                        .chars()
                                        .filter(each -> each == '_')
                                        .count()
                                == 2
                        && Files.isDirectory(folder))
                .toList();
    }

    private static String uid(Path folder) {
        String name = folder.getFileName().toString();
        return name.substring(name.lastIndexOf('_') + 1);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
