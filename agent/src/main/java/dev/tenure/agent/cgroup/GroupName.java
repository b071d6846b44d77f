package dev.tenure.agent.cgroup;

import dev.tenure.rules.qos.QosClass;
import java.util.ArrayList;
import java.util.List;

/// The name of a control group, part by part from the top; written the way the group driver wants it.
///
/// @param parts for example `kubepods`, `burstable`, `pod1234`
public record GroupName(List<String> parts) {
    private static final String ROOT = "kubepods";

    public GroupName {
        parts = List.copyOf(parts);
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
        parts.add("pod" + podUid);
        return new GroupName(parts);
    }

    /// The path below a hierarchy, as the runtime gets it too.
    ///
    /// @param systemd whether slices of systemd are meant
    public String path(boolean systemd) {
        if (!systemd) {
            return "/" + String.join("/", parts);
        }
        var path = new StringBuilder();
        var name = new StringBuilder();
        for (String part : parts) {
            name.append(name.isEmpty() ? "" : "-").append(part.replace('-', '_'));
            path.append('/').append(name).append(".slice");
        }
        return path.toString();
    }
}
