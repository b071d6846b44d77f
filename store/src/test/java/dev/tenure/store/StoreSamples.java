package dev.tenure.store;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Objects for tests of stores, which do not look into them.
final class StoreSamples {
    static final ResourceId PODS = new ResourceId("", "pods");
    static final ResourceId LEASES = new ResourceId("coordination.k8s.io", "leases");
    static final String NODE_NAME = "spec.nodeName";

    private static final String BEFORE = "{\"text\":\"";
    private static final String AFTER = "\"}";

    private StoreSamples() {}

    static ObjectKey key(ResourceId resource, String namespace, String name) {
        return new ObjectKey(resource.group(), resource.resource(), namespace, name);
    }

    static StoredObject objectOf(ObjectKey key, String text, Map<String, String> fields) {
        var header = new StoredObject.Header(key, "uid-" + key.name(), Map.of("app", text), List.of(), fields, false);
        byte[] json = (BEFORE + text + AFTER).getBytes(StandardCharsets.UTF_8);
        return new StoredObject(header, json, 0, StoreSamples::text);
    }

    static StoredObject pod(String namespace, String name, String node) {
        return objectOf(key(PODS, namespace, name), name + " on " + node, Map.of(NODE_NAME, node));
    }

    static String text(Content content) {
        byte[] json = content.bytes();
        return new String(
                json, BEFORE.length(), json.length - BEFORE.length() - AFTER.length(), StandardCharsets.UTF_8);
    }

    static Write creating(StoredObject object) {
        return new Write.Put(object, new Precondition.Absent());
    }

    static Write replacing(StoredObject object, long revision) {
        return new Write.Put(object, new Precondition.AtRevision(revision));
    }

    static Write deleting(StoredObject last, long revision) {
        return new Write.Delete(last, new Precondition.AtRevision(revision));
    }
}
