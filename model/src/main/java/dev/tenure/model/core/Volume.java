package dev.tenure.model.core;

import dev.tenure.model.quantity.Quantity;
import java.util.List;
import java.util.Optional;

/// Where one volume of a pod comes from, as far as placing, draining or running the pod depends on it.
///
/// @param type the name of the source's field, for example `configMap`; empty when there is none
public record Volume(String name, String type, Source source) {
    public sealed interface Source {
        /// A claim that exists on its own.
        record Claim(String claimName, boolean readOnly) implements Source {}

        /// A claim that lives with the pod; its name is the pod's and the volume's, joined by a dash.
        record Ephemeral() implements Source {}

        /// @param medium empty for the node's disk, `Memory`, or huge pages
        record EmptyDir(String medium, Optional<Quantity> sizeLimit) implements Source {}

        /// A disk that only one node may write (`gcePersistentDisk`, `awsElasticBlockStore`, `iscsi`, `rbd`).
        ///
        /// @param identity tells the disk among those of its type
        /// @param monitors of `rbd`: two disks of one identity are the same only if they share one of these
        record Exclusive(String identity, boolean readOnly, List<String> monitors) implements Source {
            public Exclusive {
                monitors = List.copyOf(monitors);
            }
        }

        record Csi(String driver) implements Source {}

        /// Any other, for example a config map; see [Volume#type()].
        record Other() implements Source {}
    }
}
