package dev.tenure.bench.perf;

import java.util.List;

/// One step of a workload, with the name and the meaning of upstream's op-code.
///
/// A `type` is the value that pods' label `type` must have to count; empty: all count. A namespace that
/// is not there is made.
sealed interface Step {
    /// What pods must have reached before a barrier opens.
    enum Stage {
        SCHEDULED,
        /// Bound, or told that they cannot be.
        ATTEMPTED
    }

    /// What follows once the pods of a [CreatePods] have been made.
    enum Then {
        /// The next step waits until all are bound.
        WAIT,
        /// The same, and that is measured.
        MEASURE,
        /// The next step begins at once.
        GO_ON
    }

    /// Which volume each pod gets, bound to its claim beforehand.
    enum Volumes {
        NONE,
        /// Of an in-tree plugin.
        AWS,
        CSI,
        /// Of a CSI driver, claimed for one pod alone.
        CSI_ONCE
    }

    /// What sets the nodes of a [CreateNodes] apart from their template.
    sealed interface Preparation {
        record Plain() implements Preparation {}

        /// @param values of the zone label, in turn
        record Zones(List<String> values) implements Preparation {
            public Zones {
                values = List.copyOf(values);
            }
        }

        /// @param max how many CSI volumes a node takes
        /// @param migrated whether in-tree volumes count as CSI ones
        record VolumeLimit(int max, boolean migrated) implements Preparation {}
    }

    record CreateNodes(int count, Template template, Preparation preparation) implements Step {}

    /// Makes `prefix-0`, `prefix-1` …
    ///
    /// @param team value of their label `team`; empty for none
    record CreateNamespaces(String prefix, int count, String team) implements Step {}

    record CreatePods(String namespace, int count, Template template, Volumes volumes, Then then) implements Step {}

    /// The same in each of `prefix-0`, `prefix-1` …, whatever namespace `each` names.
    record CreatePodSets(String prefix, int sets, CreatePods each) implements Step {}

    record CreateAny(String namespace, Template template) implements Step {}

    /// Replaces objects, and their status too.
    ///
    /// @param namespace empty for objects of the whole cluster
    /// @param old what they were made of; their names come from it
    /// @param subresource empty, or what is replaced instead of the object
    record UpdateAny(String namespace, int count, Template old, Template template, String subresource)
            implements Step {}

    /// Deletes the pods that are there now, evenly over time, while the next steps go on.
    record DeletePods(String namespace, String type, int perSecond) implements Step {}

    /// Again and again until the end of the workload, while the next steps go on.
    ///
    /// @param number how many are made before as many are deleted again; 0: none is ever deleted
    record Churn(String namespace, int number, int everyMillis, List<Template> templates) implements Step {
        public Churn {
            templates = List.copyOf(templates);
        }
    }

    /// Waits for the pods of earlier steps that did not wait.
    record Barrier(Stage stage, String type) implements Step {}

    record StartCollectingMetrics(List<String> namespaces, String type) implements Step {
        public StartCollectingMetrics {
            namespaces = List.copyOf(namespaces);
        }
    }

    record StopCollectingMetrics() implements Step {}
}
