package dev.tenure.controllers.deployment;

import dev.tenure.client.informer.Grouping;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.meta.OwnerReference;

/// How the controller divides the ReplicaSets.
final class SetGroups {
    /// By the uid of what controls them, those that nobody controls by [#orphans].
    static final Grouping BY_CONTROLLER = set -> set.view(ReplicaSet.class)
            .meta()
            .controllerOwner()
            .map(OwnerReference::uid)
            .orElseGet(() -> orphans(set.key().namespace()));

    private SetGroups() {}

    /// The group of the sets of a namespace that nobody controls; no uid looks like it.
    static String orphans(String namespace) {
        return "/" + namespace;
    }
}
