package dev.tenure.client.events;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;

/// The object that an Event is about.
///
/// @param namespace empty for objects of the whole cluster; their Events stand in namespace `default`
/// @param uid may be empty: some of upstream's Events carry none
/// @param revision in which the object was when the Event was told; 0 for Events that do not say it
/// @param fieldPath of the part that is meant, for example `spec.containers{web}`; empty for the whole
public record InvolvedObject(
        String apiVersion, String kind, String namespace, String name, String uid, long revision, String fieldPath) {
    public static InvolvedObject of(ResourceType type, StoredObject object) {
        return new InvolvedObject(
                type.apiVersion(),
                type.kind(),
                object.key().namespace(),
                object.key().name(),
                object.uid(),
                object.revision(),
                "");
    }

    InvolvedObject ofAnyRevision() {
        return new InvolvedObject(apiVersion, kind, namespace, name, uid, 0, fieldPath);
    }

    /// A part of it.
    public InvolvedObject part(String path) {
        return new InvolvedObject(apiVersion, kind, namespace, name, uid, revision, path);
    }

    public static InvolvedObject pod(String namespace, String name, String uid) {
        return new InvolvedObject("v1", "Pod", namespace, name, uid, 0, "");
    }

    public static InvolvedObject node(String name, String uid) {
        return new InvolvedObject("v1", "Node", "", name, uid, 0, "");
    }
}
