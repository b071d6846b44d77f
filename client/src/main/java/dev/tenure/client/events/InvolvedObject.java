package dev.tenure.client.events;

/// The object that an Event is about.
///
/// @param namespace empty for objects of the whole cluster; their Events stand in namespace `default`
/// @param uid may be empty: some of upstream's Events carry none
public record InvolvedObject(String apiVersion, String kind, String namespace, String name, String uid) {
    public static InvolvedObject pod(String namespace, String name, String uid) {
        return new InvolvedObject("v1", "Pod", namespace, name, uid);
    }

    public static InvolvedObject node(String name, String uid) {
        return new InvolvedObject("v1", "Node", "", name, uid);
    }
}
