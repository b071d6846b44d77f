package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.UnreadableException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// What clients are told of objects whose stored content cannot be read. Pure.
final class UnreadableObjects {
    /// So many are named in the headers of one answer.
    private static final int NAMED_MAX = 10;

    private UnreadableObjects() {}

    /// Tells, with a list, which objects are not in it.
    static void warn(List<ObjectKey> leftOut, List<String> warnings) {
        leftOut.stream()
                .limit(NAMED_MAX)
                .forEach(key ->
                        warnings.add(words(key) + " cannot be read and is left out: " + UnreadableException.REMEDY));
        if (leftOut.size() > NAMED_MAX) {
            warnings.add("%d more objects cannot be read and are left out".formatted(leftOut.size() - NAMED_MAX));
        }
    }

    static String deleted(ObjectKey key) {
        return words(key) + " could not be read and was deleted at once, whatever finalizers it had";
    }

    /// Tells why it is still there, and how it goes. Its path stands for a client that takes one (`kubectl
    /// delete --raw`), for kubectl has no flag for the option.
    static String kept(KindEntry entry, ObjectKey key) {
        String version = entry.stored().apiVersion();
        String path = "%s/%s%s/%s/%s"
                .formatted(
                        key.group().isEmpty() ? "/api" : "/apis",
                        version,
                        key.namespace().isEmpty() ? "" : "/namespaces/" + key.namespace(),
                        key.resource(),
                        key.name());
        return "%s cannot be read and is not deleted: %s (`kubectl delete --raw '%s?%s=true'`, which needs the verb %s)"
                .formatted(
                        words(key),
                        UnreadableException.REMEDY,
                        path,
                        DeleteOptions.IGNORE_READ_ERROR,
                        DeleteHandler.UNSAFE);
    }

    private static String words(ObjectKey key) {
        return "%s \"%s\"".formatted(key.resource(), key.qualifiedName());
    }

    /// The object as far as its header tells of it, with its revision.
    static StoredObject remains(KindEntry entry, StoredObject object) {
        ObjectKey key = object.key();
        ObjectNode tree = Json.object();
        tree.put("kind", entry.stored().kind()).put("apiVersion", entry.stored().apiVersion());
        ObjectNode metadata = tree.putObject("metadata").put("name", key.name());
        if (!key.namespace().isEmpty()) {
            metadata.put("namespace", key.namespace());
        }
        metadata.put("uid", object.uid());
        if (!object.header().labels().isEmpty()) {
            ObjectNode labels = metadata.putObject("labels");
            object.header().labels().forEach(labels::put);
        }
        return new StoredObject(object.header(), Content.of(Json.write(tree)), object.revision(), KindEntry.TREE);
    }
}
