package dev.tenure.node.garbage;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.node.volume.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
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

    /// Removes the folders of pods that are no more.
    ///
    /// @param known whether a pod, by its uid, still exists
    public void removeUnknown(Predicate<String> known) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        for (Path folder : list(root)) {
            String name = folder.getFileName().toString();
            int uid = name.lastIndexOf('_') + 1;
            boolean ours = name.chars().filter(each -> each == '_').count() == 2;
            if (ours && !known.test(name.substring(uid)) && Files.isDirectory(folder)) {
                Folders.delete(folder);
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
