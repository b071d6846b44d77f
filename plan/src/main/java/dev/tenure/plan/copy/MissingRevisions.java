package dev.tenure.plan.copy;

import dev.tenure.controllers.workload.RevisionHistory;
import dev.tenure.controllers.workload.RevisionHistory.Kind;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The ControllerRevisions that a dump does not have: `kubectl get all` leaves them out, and without them a
/// controller would take each pod for one of an older template and make it anew. What a stateful set's status
/// calls its newest revision, and the hash that the pods of a daemon set bear, count as those of the present
/// template. Stateless.
final class MissingRevisions {
    /// What pods bear, and the revisions of daemon sets.
    private static final String POD_LABEL = "controller-revision-hash";

    /// What the revisions of stateful sets bear.
    private static final String HASH_LABEL = "controller.kubernetes.io/hash";

    private static final int KEPT = 10;

    private MissingRevisions() {}

    /// A revision of each set of which the dump has none.
    static List<ObjectNode> of(ClusterDump dump) {
        Set<String> known = new HashSet<>();
        dump.all(ResourceTypes.CONTROLLER_REVISIONS)
                .forEach(revision -> known.addAll(revision.header().ownerUids()));
        List<ObjectNode> made = new ArrayList<>();
        dump.all(ResourceTypes.STATEFUL_SETS)
                .filter(set -> !known.contains(set.uid()))
                .forEach(set -> ofStateful(set).ifPresent(made::add));
        List<StoredObject> daemons = dump.all(ResourceTypes.DAEMON_SETS)
                .filter(set -> !known.contains(set.uid()))
                .toList();
        if (!daemons.isEmpty()) {
            Map<String, Map<String, Integer>> hashes = new HashMap<>();
            dump.all(ResourceTypes.PODS).forEach(pod -> count(pod, hashes));
            daemons.forEach(set ->
                    ofDaemon(set, hashes.getOrDefault(set.uid(), Map.of())).ifPresent(made::add));
        }
        return made;
    }

    private static void count(StoredObject pod, Map<String, Map<String, Integer>> hashes) {
        String hash = pod.header().labels().getOrDefault(POD_LABEL, "");
        Optional<OwnerReference> owner = pod.view(Pod.class).meta().controllerOwner();
        if (!hash.isEmpty() && owner.isPresent()) {
            hashes.computeIfAbsent(owner.get().uid(), _ -> new HashMap<>()).merge(hash, 1, Integer::sum);
        }
    }

    private static Optional<ObjectNode> ofStateful(StoredObject stored) {
        StatefulSet set = stored.view(StatefulSet.class);
        String prefix = set.meta().name() + "-";
        return Optional.of(set.status().updateRevision())
                .filter(name -> name.startsWith(prefix) && name.length() > prefix.length())
                .map(name -> revision(
                        stored,
                        kind(
                                ResourceTypes.STATEFUL_SETS,
                                HASH_LABEL,
                                set.meta(),
                                set.template().labels()),
                        name.substring(prefix.length())));
    }

    /// Of several hashes that of as many pods as are up to date, else that of most.
    private static Optional<ObjectNode> ofDaemon(StoredObject stored, Map<String, Integer> hashes) {
        DaemonSet set = stored.view(DaemonSet.class);
        Optional<String> updated = hashes.entrySet().stream()
                .filter(entry -> entry.getValue() == set.status().updatedNumberScheduled())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
        return updated.or(() -> hashes.entrySet().stream()
                        .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                        .map(Map.Entry::getKey))
                .map(hash -> revision(
                        stored,
                        kind(
                                ResourceTypes.DAEMON_SETS,
                                POD_LABEL,
                                set.meta(),
                                set.template().labels()),
                        hash));
    }

    private static Kind kind(ResourceType type, String label, ObjectMeta meta, Map<String, String> labels) {
        return new Kind(type, label, labels, meta.annotations(), OptionalInt.empty(), KEPT);
    }

    private static ObjectNode revision(StoredObject set, Kind kind, String hash) {
        return RevisionHistory.revision(set, kind, hash, 1);
    }
}
