package dev.tenure.client.events;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;

/// The object that an Event is about.
///
/// @param namespace empty for objects of the whole cluster; their Events stand in namespace `default`
/// @param uid may be empty: some of upstream's Events carry none
public record InvolvedObject(String apiVersion, String kind, String namespace, String name, String uid) {
    public static InvolvedObject of(ResourceType type, StoredObject object) {
        return new InvolvedObject(
                type.apiVersion(),
                type.kind(),
                object.key().namespace(),
                object.key().name(),
                object.uid());
    }

    public static InvolvedObject pod(String namespace, String name, String uid) {
        return new InvolvedObject("v1", "Pod", namespace, name, uid);
    }

    public static InvolvedObject node(String name, String uid) {
        return new InvolvedObject("v1", "Node", "", name, uid);
    }
}
