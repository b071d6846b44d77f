package dev.tenure.controllers.workload;

import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.model.meta.StoredObject;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Finds the pods that a selector may match without a look at all pods of a namespace: by the values of the
/// labels that selectors ask for. All controllers share the indexes. Confined to one loop.
public final class SelectedPods {
    /// So many labels at most have an index, for each costs every pod that changes.
    private static final int LABELS_MAX = 8;

    private final Informer pods;
    private final Set<String> indexed = new HashSet<>();

    /// Objects by namespace and the value of one label. Equal ones mean the same index.
    private record ByLabel(String label) implements Grouping {
        @Override
        public String of(StoredObject object) {
            String value = object.header().labels().get(label);
            return value == null ? "" : group(object.key().namespace(), value);
        }

        private static String group(String namespace, String value) {
            return namespace + "/" + value;
        }
    }

    public SelectedPods(Informer pods) {
        this.pods = pods;
    }

    /// Pods of a namespace among which are all that have these labels, in no order; a view that changes.
    public Collection<StoredObject> candidates(String namespace, Map<String, String> labels) {
        Collection<StoredObject> fewest = pods.in(Grouping.NAMESPACE, namespace);
        for (Map.Entry<String, String> label : labels.entrySet()) {
            if (index(label.getKey())) {
                Collection<StoredObject> labelled =
                        pods.in(new ByLabel(label.getKey()), ByLabel.group(namespace, label.getValue()));
                fewest = labelled.size() < fewest.size() ? labelled : fewest;
            }
        }
        return fewest;
    }

    private boolean index(String label) {
        return indexed.contains(label) || (indexed.size() < LABELS_MAX && indexed.add(label));
    }
}
