package dev.tenure.apiserver.admission;

import dev.tenure.apiserver.registry.FieldErrors;

/// Fills in or refuses writes. Safe for use by several threads; what it knows of the cluster it reads through
/// [ClusterAccess] at each request.
///
/// A refusal is a [dev.tenure.apiserver.registry.RefusedException].
public interface AdmissionPlugin {
    /// As in `--enable-admission-plugins`.
    String name();

    /// Changes `request.next()` in place. Called before the kind's strategy prepares the object.
    default void mutate(AdmissionRequest request, ClusterAccess cluster) {}

    /// Whether it does what upstream does when an object is stored, and not in a
    /// plugin: then it changes objects after all others, and only once.
    default boolean changesLast() {
        return false;
    }

    /// Whether anybody who is configured from outside is to see objects now, and with them what is known of
    /// who wrote what.
    default boolean shows() {
        return false;
    }

    /// Reports what is wrong with fields for what else there is in the cluster, where upstream's registries
    /// look at that together with the rest of the object; changes nothing. Called before the kind's own
    /// validation, and again on every retry of a write.
    default void check(AdmissionRequest request, ClusterAccess cluster, FieldErrors errors) {}

    /// Looks at the object as it would be stored; changes nothing. Called last, again on every retry of a
    /// write.
    default void validate(AdmissionRequest request, ClusterAccess cluster) {}
}
