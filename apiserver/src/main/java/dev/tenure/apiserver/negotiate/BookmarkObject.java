package dev.tenure.apiserver.negotiate;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.Set;

/// The object in a bookmark: one of the watched kind that has a revision and no values. A kind that was built
/// in shows what its Go structure shows even then, for example `"spec":{"containers":null},"status":{}` of a
/// pod; one that was defined at run time has no structure.
///
/// Upstream: the cacher makes it by the `newFunc` of the kind, in its internal form, which is then converted.
/// What a conversion puts where there is nothing stands here.
final class BookmarkObject {
    /// Of these the number of replicas is a number in the internal form, and a pointer in the version that is
    /// served.
    private static final Set<String> COUNTED = Set.of("Deployment", "ReplicaSet", "StatefulSet");

    private static final String APPS = "apps";

    private BookmarkObject() {}

    /// @param defined whether the kind was defined at run time
    static ObjectNode of(ResourceType type, boolean defined, WatchEvent.Bookmark bookmark) {
        ObjectNode object = Json.object().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        ObjectNode metadata = object.putObject("metadata").put("resourceVersion", Long.toString(bookmark.revision()));
        if (type.group().equals(APPS) && type.kind().equals("DaemonSet")) {
            metadata.withObjectProperty("annotations").put("deprecated.daemonset.template.generation", "0");
        }
        if (bookmark.initialEventsEnd()) {
            metadata.withObjectProperty("annotations").put("k8s.io/initial-events-end", "true");
        }
        if (defined) {
            return object;
        }
        if (type.group().equals(APPS) && COUNTED.contains(type.kind())) {
            object.putObject("spec").put("replicas", 0);
        }
        return ObjectCodec.builtIn()
                .canonical(object, GroupVersionKind.of(type))
                .object();
    }
}
