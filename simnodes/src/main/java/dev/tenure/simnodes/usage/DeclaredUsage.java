package dev.tenure.simnodes.usage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the annotations of a pod or node declare of its usage. Immutable.
///
/// Names, after the prefix `usage.simulation.tenure.dev/`. Of a pod: `cpu` (processors, in thousandths),
/// `memory`, `active-file`, `layer`, `layer-inodes`, `logs` of its first container, or of another with `.`
/// and its name after it; `processes` of the pod; `volume.NAME` and `volume-inodes.NAME`. Of a node, besides
/// its pods: `cpu`, `memory`, `active-file`, `processes`, `nodefs`, `nodefs-inodes`, `imagefs`, and what
/// cleaning up frees: `dead-containers`, `unused-images`.
///
/// @param byName usages that could be read
/// @param refused why others could not be
public record DeclaredUsage(Map<String, Usage> byName, List<String> refused) {
    public static final String PREFIX = "usage.simulation.tenure.dev/";

    static final String CPU = "cpu";

    public static final DeclaredUsage NONE = new DeclaredUsage(Map.of(), List.of());

    public DeclaredUsage {
        byName = Collections.unmodifiableMap(new TreeMap<>(byName));
        refused = List.copyOf(refused);
    }

    public static DeclaredUsage of(Map<String, String> annotations) {
        Map<String, Usage> usages = new TreeMap<>();
        var refused = new ArrayList<String>();
        annotations.forEach((key, text) -> {
            if (key.startsWith(PREFIX)) {
                try {
                    String name = key.substring(PREFIX.length());
                    usages.put(name, isCpu(name) ? UsageParser.parseMilli(text) : UsageParser.parse(text));
                } catch (UsageException e) {
                    refused.add("annotation %s: %s".formatted(key, e.getMessage()));
                }
            }
        });
        Collections.sort(refused);
        return usages.isEmpty() && refused.isEmpty() ? NONE : new DeclaredUsage(usages, refused);
    }

    private static boolean isCpu(String name) {
        return name.equals(CPU) || name.startsWith(CPU + ".");
    }

    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /// Whether the usage of that name is declared of any container.
    boolean tells(String name) {
        return byName.keySet().stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "."));
    }

    public Optional<Usage> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /// The usage of that name; nothing when it is not declared.
    public Usage get(String name) {
        return byName.getOrDefault(name, Usage.NOTHING);
    }
}
