package dev.tenure.node.volume;

import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// To whom the files of a pod's volumes belong. Waits for the disk. Upstream: volume_linux.go
/// (ChangePermissions), util.go (FsUserFrom).
///
/// @param user as whom all containers of the pod run; absent when that is not one user, or the image decides
/// @param group the pod's `fsGroup`
record VolumeOwner(OptionalLong user, OptionalLong group) {
    static final VolumeOwner NOBODY = new VolumeOwner(OptionalLong.empty(), OptionalLong.empty());

    private static final System.Logger LOG = System.getLogger(VolumeOwner.class.getPackageName());
    private static final int PERMISSIONS = 07777;
    private static final int READ = 0440;
    private static final int READ_AND_WRITE = 0660;
    /// What is made in a folder gets its group, too.
    private static final int FOLDER = 02110;

    static VolumeOwner of(JsonNode pod) {
        JsonNode group = pod.path("spec").path("securityContext").path("fsGroup");
        return new VolumeOwner(
                user(pod.path("spec")),
                group.isIntegralNumber() ? OptionalLong.of(group.asLong()) : OptionalLong.empty());
    }

    private static OptionalLong user(JsonNode spec) {
        OptionalLong found = OptionalLong.empty();
        JsonNode ofPod = spec.path("securityContext").path("runAsUser");
        for (String kind : new String[] {"initContainers", "containers", "ephemeralContainers"}) {
            for (JsonNode container : spec.path(kind)) {
                JsonNode own = container.path("securityContext").path("runAsUser");
                JsonNode user = own.isIntegralNumber() ? own : ofPod;
                boolean another = found.isPresent() && found.getAsLong() != user.asLong();
                if (!user.isIntegralNumber() || another) {
                    return OptionalLong.empty();
                }
                found = OptionalLong.of(user.asLong());
            }
        }
        return found;
    }

    /// The permissions of a file that only this pod may read, for example a token: its group gets its own
    /// later.
    int secretMode(int mode) {
        return user.isPresent() || group.isPresent() ? 0600 : mode;
    }

    /// Gives a file to the user, if there is one.
    void giveToUser(Path file) {
        if (user.isPresent()) {
            set(file, "unix:uid", user.getAsLong());
        }
    }

    /// Lets the group read everything of a volume and, unless it is only for reading, write it. What the
    /// kernel refuses is told and left, as upstream.
    void giveToGroup(Path volume, boolean readOnly) throws IOException {
        if (group.isEmpty()) {
            return;
        }
        try (Stream<Path> all = Files.walk(volume)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                set(path, "unix:gid", group.getAsLong());
                if (!Files.isSymbolicLink(path)) {
                    boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
                    int added = (readOnly ? READ : READ_AND_WRITE) | (folder ? FOLDER : 0);
                    int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & PERMISSIONS;
                    set(path, "unix:mode", mode | added);
                }
            }
        }
    }

    private static void set(Path path, String attribute, long value) {
        try {
            if (attribute.equals("unix:mode")) {
                Files.setAttribute(path, attribute, (int) value);
            } else {
                Files.setAttribute(path, attribute, (int) value, LinkOption.NOFOLLOW_LINKS);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} of {1} stays as it is: {2}", attribute, path, e.getMessage());
        }
    }
}
