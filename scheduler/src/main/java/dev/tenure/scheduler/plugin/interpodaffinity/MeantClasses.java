package dev.tenure.scheduler.plugin.interpodaffinity;

import dev.tenure.scheduler.view.AffinityTerm;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PlacedClass;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;

/// Finds the classes of pods on nodes that a term of an incoming pod means: each class of the namespaces that
/// the term means is looked at once, however many pods it has, where upstream looks at each pod of each node.
record MeantClasses(ClusterView cluster) {
    /// @param term with its namespaces resolved
    void of(AffinityTerm term, Consumer<PlacedClass> found) {
        Collection<String> namespaces =
                term.namespaceSelector().isPresent() ? cluster.namespacesOfPods() : term.namespaces();
        for (String namespace : namespaces) {
            for (PlacedClass one : cluster.classesIn(namespace)) {
                if (term.matches(one.example().pod(), Map.of())) {
                    found.accept(one);
                }
            }
        }
    }
}
