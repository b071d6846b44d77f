package dev.tenure.apiserver.authz;

import dev.tenure.model.meta.Content;
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
import java.util.List;
import java.util.Optional;

/// Keeps the published roles and bindings up to date with the store. State is confined to its loop.
public final class RbacLoop {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final List<String> RESOURCES =
            List.of("clusterroles", "roles", "clusterrolebindings", "rolebindings");
    private static final int BATCH = 1_000;

    private final Store store;
    private final Published<RbacSnapshot> state;

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
        return new RbacSnapshot(new RbacSnapshot.Trees(
                trees("clusterroles"), trees("roles"), trees("clusterrolebindings"), trees("rolebindings")));
    }

    /// What can be read; a role that cannot be read gives no rights.
    private List<JsonNode> trees(String resource) {
        var range = new Range(new ResourceId(GROUP, resource), "", Optional.empty(), 0, 0, Optional.empty());
        return store.list(range).items().stream()
                .filter(object -> !(object.content() instanceof Content.Unreadable))
                .map(object -> Json.read(object.json()))
                .toList();
    }
}
