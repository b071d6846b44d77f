package dev.tenure.apiserver.authz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.Json;
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
    private final EventLoop loop;
    private final Published<RbacSnapshot> state;
    private final List<LogCursor> cursors = new ArrayList<>();

    /// Reads the present state on the caller's thread; [#start] follows the changes.
    public RbacLoop(Store store, EventLoop loop) {
        this.store = store;
        this.loop = loop;
        long revision = store.revision();
        this.state = new Published<>(read());
        RESOURCES.forEach(r -> cursors.add(store.watch(new ResourceId(GROUP, r), "", revision)));
    }

    public Published<RbacSnapshot> state() {
        return state;
    }

    /// Begins to follow.
    public void start() {
        cursors.forEach(this::await);
    }

    private void await(LogCursor cursor) {
        cursor.onReady(() -> loop.post("rbac-changed", () -> changed(cursor)));
    }

    private void changed(LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        state.publish(read());
        await(cursor);
    }

    private RbacSnapshot read() {
        return new RbacSnapshot(new RbacSnapshot.Trees(
                trees("clusterroles"), trees("roles"), trees("clusterrolebindings"), trees("rolebindings")));
    }

    private List<JsonNode> trees(String resource) {
        var range = new Range(new ResourceId(GROUP, resource), "", Optional.empty(), 0, 0, Optional.empty());
        return store.list(range).items().stream().map(o -> Json.read(o.json())).toList();
    }
}
