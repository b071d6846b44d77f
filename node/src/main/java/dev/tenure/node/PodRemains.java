package dev.tenure.node;

import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.container.PodServices;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What pods leave on the machine when nothing of them runs any more: folders with their mounts, and control
/// groups. Waits for the disk. Upstream: kubelet_volumes.go (cleanupOrphanedPodDirs), kubelet_pods.go
/// (cleanupOrphanedPodCgroups).
record PodRemains(PodServices services) {
    private static final String GROUP = "pod";

    /// The uids of all pods of which something is there.
    Set<String> found() throws IOException {
        var uids = new TreeSet<>(services.volumes().pods());
        groups().forEach(name -> uids.add(name.parts().getLast().substring(GROUP.length())));
        return uids;
    }

    /// Takes away all that a pod has left.
    ///
    /// @throws IOException when something stays
    void remove(String uid) throws IOException {
        services.volumes().remove(uid);
        for (GroupName name : groups()) {
            if (name.parts().getLast().equals(GROUP + uid)) {
                services.host().groups().orElseThrow().remove(name);
            }
        }
    }

    private List<GroupName> groups() {
        return services.host().groups().map(PodControlGroups::podGroups).orElse(List.of());
    }
}
