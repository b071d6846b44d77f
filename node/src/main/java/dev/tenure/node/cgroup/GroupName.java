package dev.tenure.node.cgroup;

import dev.tenure.rules.qos.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The name of a control group, part by part from the top; written the way the group driver wants it.
///
/// @param parts for example `kubepods`, `burstable`, `pod1234`
public record GroupName(List<String> parts) {
    /// The root of all groups.
    static final GroupName TOP = new GroupName(List.of());

    private static final String ROOT = "kubepods";
    private static final String POD = "pod";
    /// How names of slices end.
    static final String SLICE = ".slice";

    public GroupName {
        parts = List.copyOf(parts);
    }

    /// Reads a path as a group driver writes it; of slices only the last part counts, for it names those
    /// above.
    static GroupName parse(String path, boolean systemd) {
        String last = systemd ? path.substring(path.lastIndexOf('/') + 1) : path;
        String plain = last.endsWith(SLICE) && systemd ? last.substring(0, last.length() - SLICE.length()) : last;
        return new GroupName(Stream.of(plain.split(systemd ? "-" : "/"))
                .filter(part -> !part.isEmpty())
                .map(part -> systemd ? part.replace('_', '-') : part)
                .toList());
    }

    /// This group's child, or grandchild.
    GroupName child(GroupName below) {
        return new GroupName(
                Stream.concat(parts.stream(), below.parts().stream()).toList());
    }

    /// The parent of all pods.
    public static GroupName pods() {
        return new GroupName(List.of(ROOT));
    }

    /// The group of all pods of a class; guaranteed pods stand at the top.
    public static GroupName tier(QosClass qos) {
        return switch (qos) {
            case GUARANTEED -> pods();
            case BURSTABLE -> new GroupName(List.of(ROOT, "burstable"));
            case BEST_EFFORT -> new GroupName(List.of(ROOT, "besteffort"));
        };
    }

    public static GroupName ofPod(QosClass qos, String podUid) {
        var parts = new ArrayList<>(tier(qos).parts());
        parts.add(POD + podUid);
        return new GroupName(parts);
    }

    /// Whose group it is; empty when it is not that of a pod.
    public String podUid() {
        String last = parts.isEmpty() ? "" : parts.getLast();
        return last.startsWith(POD) ? last.substring(POD.length()) : "";
    }

    /// The path below a hierarchy, as the runtime gets it too.
    ///
    /// @param systemd whether slices of systemd are meant
    public String path(boolean systemd) {
        if (!systemd || parts.isEmpty()) {
            return "/" + String.join("/", parts);
        }
        var path = new StringBuilder();
        var name = new StringBuilder();
        for (String part : parts) {
            name.append(name.isEmpty() ? "" : "-").append(part.replace('-', '_'));
            path.append('/').append(name).append(SLICE);
        }
        return path.toString();
    }
}
