package dev.tenure.node.volume;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.node.environment.DownwardFields;
import dev.tenure.node.volume.PayloadFolder.Payload;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Makes the volumes of pods as folders of this machine, and takes them away. Waits for the disk and the
/// API. Safe for use by several threads as long as each works for another pod.
public final class VolumeFolders {
    private static final String KIND_PREFIX = "kubernetes.io~";
    /// Types of files in the mode that the kernel tells.
    private static final int TYPES = 0170000;

    private static final int SOCKET = 0140000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int BLOCK_DEVICE = 0060000;

    private final Path root;
    private final ConfigSource source;

    /// @param root the agent's folder, for example `/var/lib/kubelet`
    public VolumeFolders(Path root, ConfigSource source) {
        this.root = root;
        this.source = source;
    }

    public Path podFolder(String podUid) {
        return root.resolve("pods").resolve(podUid);
    }

    /// The uids of the pods that have a folder.
    public List<String> pods() throws IOException {
        Path all = root.resolve("pods");
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(all)) {
            return folders.map(folder -> folder.getFileName().toString()).toList();
        }
    }

    /// Where the profiles of system calls are that pods may name.
    public Path profiles() {
        return root.resolve("seccomp");
    }

    public ConfigSource source() {
        return source;
    }

    /// Makes every volume of a pod that is a folder, or brings it up to date; images are mounted by the
    /// runtime.
    ///
    /// @param version names the state of files that change together; rises
    /// @return the path on this machine of each volume, by name
    /// @throws ConfigException when a volume cannot be made
    public Map<String, Path> make(DownwardFields fields, String version) {
        var paths = new LinkedHashMap<String, Path>();
        for (JsonNode volume : fields.pod().path("spec").path("volumes")) {
            String name = volume.path("name").asText();
            if (volume.path("image").isObject()) {
                continue;
            }
            try {
                paths.put(name, make(fields, volume, version));
            } catch (IOException e) {
                throw failed(name, e.toString());
            } catch (ConfigException e) {
                throw failed(name, String.valueOf(e.getMessage()));
            }
        }
        return paths;
    }

    private static ConfigException failed(String volume, String why) {
        return new ConfigException("MountVolume.SetUp failed for volume \"%s\" : %s".formatted(volume, why));
    }

    private Path make(DownwardFields fields, JsonNode volume, String version) throws IOException {
        if (volume.path("hostPath").isObject()) {
            return hostPath(volume.path("hostPath"));
        }
        if (volume.path("emptyDir").isObject()) {
            return emptyDir(folder(fields, "empty-dir", volume), volume.path("emptyDir"), fields);
        }
        for (String kind : List.of("configMap", "secret", "downwardAPI", "projected")) {
            if (volume.path(kind).isObject()) {
                return files(fields, volume, kind, version);
            }
        }
        String type = volume.propertyStream()
                .map(Map.Entry::getKey)
                .filter(field -> !field.equals("name"))
                .findFirst()
                .orElse("none");
        throw new ConfigException("this agent does not mount volumes of type " + type);
    }

    /// What was made once stays as it is when something is missing later, so that containers can start again.
    private Path files(DownwardFields fields, JsonNode volume, String kind, String version) throws IOException {
        Path folder = folder(fields, kind.toLowerCase(Locale.ROOT), volume);
        var payloads = new LinkedHashMap<String, Payload>();
        var owner = VolumeOwner.of(fields.pod());
        var sources = new PayloadSources(source, fields, folder, owner);
        int mode = volume.path(kind).path("defaultMode").asInt(PayloadSources.DEFAULT_MODE);
        try {
            if (kind.equals("projected")) {
                for (JsonNode part : volume.path(kind).path("sources")) {
                    sources.collect(part, mode, payloads);
                }
            } else {
                sources.collect(volume, mode, payloads);
            }
        } catch (ConfigException e) {
            if (PayloadFolder.written(folder)) {
                return folder;
            }
            throw e;
        }
        PayloadFolder.write(folder, payloads, version, owner);
        return folder;
    }

    private Path folder(DownwardFields fields, String kind, JsonNode volume) {
        return podFolder(fields.pod().path("metadata").path("uid").asText())
                .resolve("volumes")
                .resolve(KIND_PREFIX + kind)
                .resolve(volume.path("name").asText());
    }

    private static Path emptyDir(Path folder, JsonNode source, DownwardFields fields) throws IOException {
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Files.createDirectories(folder);
        if (source.path("medium").asText("").equals("Memory")) {
            OptionalLong bytes = size(source, fields);
            String size = bytes.isPresent() ? ",size=" + bytes.getAsLong() : "";
            Command.run("mount", "-t", "tmpfs", "-o", "mode=1777" + size, "tmpfs", folder.toString());
        } else {
            Files.setPosixFilePermissions(folder, PayloadFolder.permissions(0777));
        }
        VolumeOwner.of(fields.pod()).giveToGroup(folder, false);
        return folder;
    }

    private static OptionalLong size(JsonNode source, DownwardFields fields) {
        String text = source.path("sizeLimit").asText("");
        Optional<Quantity> limit = text.isEmpty() ? Optional.empty() : Optional.of(Quantity.parse(text));
        Pod pod = (Pod) Views.view(ResourceTypes.PODS, (ObjectNode) fields.pod());
        return MemoryVolumeRule.sizeBytes(
                limit, pod, fields.host().allocatable().get(ResourceList.MEMORY));
    }

    private static Path hostPath(JsonNode source) throws IOException {
        Path path = Path.of(source.path("path").asText());
        String type = source.path("type").asText("");
        boolean missing = !Files.exists(path);
        switch (type) {
            case "DirectoryOrCreate" -> {
                if (missing) {
                    Files.createDirectories(path);
                }
                require(Files.isDirectory(path), path, "a directory");
            }
            case "FileOrCreate" -> {
                if (missing) {
                    Files.createFile(path);
                }
                require(Files.isRegularFile(path), path, "a file");
            }
            case "Directory" -> require(Files.isDirectory(path), path, "a directory");
            case "File" -> require(Files.isRegularFile(path), path, "a file");
            case "Socket" -> require(isOfType(path, SOCKET), path, "a socket file");
            case "CharDevice" -> require(isOfType(path, CHARACTER_DEVICE), path, "a character device");
            case "BlockDevice" -> require(isOfType(path, BLOCK_DEVICE), path, "a block device");
            default -> {
                if (missing) {
                    Files.createDirectories(path);
                }
            }
        }
        return path;
    }

    /// @param type of file, as the kernel numbers them
    private static boolean isOfType(Path path, int type) throws IOException {
        return Files.exists(path) && ((int) Files.getAttribute(path, "unix:mode") & TYPES) == type;
    }

    private static void require(boolean fits, Path path, String what) {
        if (!fits) {
            throw new ConfigException("hostPath type check failed: %s is not %s".formatted(path, what));
        }
    }

    /// Takes away all that a pod had on disk; doing so twice is no error.
    ///
    /// @throws IOException when something stays
    public void remove(String podUid) throws IOException {
        Path folder = podFolder(podUid);
        if (!Files.isDirectory(folder)) {
            return;
        }
        for (String mounted : mountsBelow(folder)) {
            Command.run("umount", mounted);
        }
        Folders.delete(folder);
    }

    private static List<String> mountsBelow(Path folder) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mounts"))) {
            return lines.map(line -> line.split(" ")[1])
                    .filter(mounted -> mounted.startsWith(folder + "/"))
                    .toList();
        }
    }
}
