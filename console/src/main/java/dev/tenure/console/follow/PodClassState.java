package dev.tenure.console.follow;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods by their tolerations, kept while pods come and go, so that nobody need walk over all of them to
/// say which classes there are. Confined to the loop of its copy.
final class PodClassState {
    private final Map<List<Toleration>, Set<ObjectKey>> classes = new HashMap<>();

    void changed(Optional<StoredObject> before, StoredObject after) {
        List<Toleration> now = tolerations(after);
        Optional<List<Toleration>> was = before.map(PodClassState::tolerations);
        if (was.isPresent() && was.get().equals(now)) {
            return;
        }
        was.ifPresent(tolerations -> remove(tolerations, after.key()));
        classes.computeIfAbsent(now, _ -> new LinkedHashSet<>()).add(after.key());
    }

    void deleted(StoredObject last) {
        remove(tolerations(last), last.key());
    }

    private void remove(List<Toleration> tolerations, ObjectKey pod) {
        Set<ObjectKey> pods = classes.get(tolerations);
        if (pods != null && pods.remove(pod) && pods.isEmpty()) {
            classes.remove(tolerations);
        }
    }

    private static List<Toleration> tolerations(StoredObject pod) {
        return pod.view(Pod.class).spec().tolerations();
    }

    /// Those that are there now, in the order in which they came.
    Map<List<Toleration>, Set<ObjectKey>> classes() {
        return Collections.unmodifiableMap(classes);
    }
}
