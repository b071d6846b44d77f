package dev.tenure.scheduler.cache;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.WellKnownLabels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The volumes that a claim may get, by class and, where they are within reach of some machines only, as
/// local ones are, by those: a claim is held against each node, and must not be held there against the
/// volumes of all nodes. Confined to the loop.
final class UnboundVolumes {
    /// Those that are within reach of any machine.
    private static final String ANYWHERE = "";

    /// Where a volume stands: of a class at a machine, or kept for a claim.
    private record Shelf(String storageClass, String host, String keptFor) {}

    private final Map<Shelf, Map<String, PersistentVolume>> shelves = new HashMap<>();
    private final Map<String, List<Shelf>> places = new HashMap<>();

    void put(PersistentVolume volume) {
        String name = volume.meta().name();
        remove(name);
        List<Shelf> now = shelves(volume);
        places.put(name, now);
        now.forEach(
                shelf -> shelves.computeIfAbsent(shelf, _ -> new TreeMap<>()).put(name, volume));
    }

    void remove(String name) {
        List<Shelf> before = places.remove(name);
        if (before != null) {
            before.forEach(shelf -> shelves.computeIfPresent(shelf, (_, volumes) -> {
                volumes.remove(name);
                return volumes.isEmpty() ? null : volumes;
            }));
        }
    }

    private static List<Shelf> shelves(PersistentVolume volume) {
        String storageClass = volume.storageClassName();
        if (volume.claim().isPresent()) {
            PersistentVolume.ClaimReference claim = volume.claim().get();
            return List.of(new Shelf(storageClass, ANYWHERE, claim(claim.namespace(), claim.name())));
        }
        return hosts(volume)
                .map(hosts ->
                        hosts.stream().map(host -> free(storageClass, host)).toList())
                .orElseGet(() -> List.of(free(storageClass, ANYWHERE)));
    }

    private static Shelf free(String storageClass, String host) {
        return new Shelf(storageClass, host, "");
    }

    private static String claim(String namespace, String name) {
        return namespace + "/" + name;
    }

    /// The machines that a volume names in each of its terms; absent where it does not.
    private static Optional<Set<String>> hosts(PersistentVolume volume) {
        List<NodeSelectorTerm> terms = volume.nodeTerms().orElse(List.of());
        Set<String> hosts = new HashSet<>();
        for (NodeSelectorTerm term : terms) {
            Optional<NodeSelectorRequirement> named = term.matchExpressions().stream()
                    .filter(one -> one.key().equals(WellKnownLabels.HOSTNAME)
                            && one.operator() == NodeSelectorRequirement.Operator.IN)
                    .findFirst();
            if (named.isEmpty()) {
                return Optional.empty();
            }
            hosts.addAll(named.get().values());
        }
        return Optional.of(hosts).filter(some -> !some.isEmpty());
    }

    /// Volumes of the claim's class among which all are that it could have on a node.
    List<PersistentVolume> of(PersistentVolumeClaim claim, Node node) {
        var all = new ArrayList<PersistentVolume>();
        String key = claim(claim.meta().namespace(), claim.meta().name());
        all.addAll(on(new Shelf(claim.className(), ANYWHERE, key)));
        String host = node.meta().labels().getOrDefault(WellKnownLabels.HOSTNAME, ANYWHERE);
        if (!host.equals(ANYWHERE)) {
            all.addAll(on(free(claim.className(), host)));
        }
        all.addAll(on(free(claim.className(), ANYWHERE)));
        return all;
    }

    private Collection<PersistentVolume> on(Shelf shelf) {
        return shelves.getOrDefault(shelf, Map.of()).values();
    }
}
