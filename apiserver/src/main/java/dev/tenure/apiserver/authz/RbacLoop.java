package dev.tenure.apiserver.authz;

import dev.tenure.apiserver.authz.RbacSnapshot.Binding;
import dev.tenure.apiserver.authz.RbacSnapshot.Role;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Keeps the published roles and bindings up to date with the store. State is confined to its loop.
public final class RbacLoop {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final List<String> RESOURCES =
            List.of("clusterroles", "roles", "clusterrolebindings", "rolebindings");
    private static final int BATCH = 1_000;

    private final Store store;
    private final Published<RbacSnapshot> state;
    private Map<ObjectKey, Read> known = Map.of();
    private long reads;

    /// A role or binding as it was at a revision.
    private record Read(long revision, Object part) {}

    /// Reads the present state on the caller's thread; [#start] follows the changes.
    public RbacLoop(Store store) {
        this.store = store;
        this.state = new Published<>(read());
    }

    public Published<RbacSnapshot> state() {
        return state;
    }

    /// Begins to follow.
    public void start(EventLoop loop) {
        new Supervisor("rbac", loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop loop) {
        long revision = store.revision();
        List<LogCursor> cursors = new ArrayList<>();
        for (String resource : RESOURCES) {
            LogCursor cursor = store.watch(new ResourceId(GROUP, resource), "", revision);
            loop.supervision().atEnd(cursor::close);
            cursors.add(cursor);
        }
        state.publish(read());
        cursors.forEach(cursor -> await(loop, cursor));
    }

    private void await(EventLoop loop, LogCursor cursor) {
        cursor.onReady(() -> loop.post("rbac-changed", () -> changed(loop, cursor)));
    }

    private void changed(EventLoop loop, LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        state.publish(read());
        await(loop, cursor);
    }

    private RbacSnapshot read() {
        Map<ObjectKey, Read> before = known;
        known = HashMap.newHashMap(before.size());
        return new RbacSnapshot(new RbacSnapshot.Parts(
                parts("clusterroles", before, Role.class, Role::of),
                parts("roles", before, Role.class, Role::of),
                parts("clusterrolebindings", before, Binding.class, Binding::of),
                parts("rolebindings", before, Binding.class, Binding::of)));
    }

    /// What can be read; a role that cannot be read gives no rights. Only what has changed is read anew:
    /// there may be very many, and each that is made has all of them looked at.
    private <T> List<T> parts(
            String resource, Map<ObjectKey, Read> before, Class<T> type, Function<JsonNode, T> reader) {
        var range = new Range(new ResourceId(GROUP, resource), "", Optional.empty(), 0, 0, Optional.empty());
        var parts = new ArrayList<T>();
        for (StoredObject object : store.list(range).items()) {
            if (!(object.content() instanceof Content.Unreadable)) {
                Read last = before.get(object.key());
                Read now = last != null && last.revision() == object.revision()
                        ? last
                        : new Read(object.revision(), reader.apply(read(object)));
                known.put(object.key(), now);
                parts.add(type.cast(now.part()));
            }
        }
        return parts;
    }

    private JsonNode read(StoredObject object) {
        reads++;
        return Json.read(object.json());
    }

    /// How many objects have been read so far.
    long reads() {
        return reads;
    }
}
