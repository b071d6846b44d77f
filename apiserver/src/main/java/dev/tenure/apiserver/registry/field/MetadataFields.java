package dev.tenure.apiserver.registry.field;

import java.util.List;

/// The members of metadata. Upstream: apimachinery/pkg/apis/meta/v1/types.go (ObjectMeta).
public final class MetadataFields {
    /// All of them in the order of their type, in which upstream writes and prints them.
    public static final List<String> IN_ORDER = List.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    private MetadataFields() {}
}
