package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.flowcontrol.FlowPlan;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Keeps the published plan, by which requests are sorted, up to date with the store. Those objects that
/// nobody may change count while they are missing, too. State is confined to its loop.
public final class FlowLoop {
    private static final int BATCH = 1_000;

    private final Store store;
    private final Published<FlowPlan> plan;
    private long number;

    /// Reads the present state on the caller's thread; [#start] follows the changes.
    public FlowLoop(Store store) {
        this.store = store;
        this.plan = new Published<>(read());
    }

    public Published<FlowPlan> plan() {
        return plan;
    }

    /// Begins to follow.
    public void start(EventLoop loop) {
        new Supervisor("flow-plan", loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop loop) {
        long revision = store.revision();
        List<LogCursor> cursors = new ArrayList<>();
        for (ResourceId resource : List.of(FlowObjects.SCHEMAS, FlowObjects.LEVELS)) {
            LogCursor cursor = store.watch(resource, "", revision);
            loop.supervision().atEnd(cursor::close);
            cursors.add(cursor);
        }
        plan.publish(read());
        cursors.forEach(cursor -> await(loop, cursor));
    }

    private void await(EventLoop loop, LogCursor cursor) {
        cursor.onReady(() -> loop.post("flow-objects-changed", () -> changed(loop, cursor)));
    }

    private void changed(EventLoop loop, LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        plan.publish(read());
        await(loop, cursor);
    }

    private FlowPlan read() {
        number++;
        return new FlowPlan(
                number,
                objects(FlowObjects.LEVELS, FlowObjects.LEVEL),
                objects(FlowObjects.SCHEMAS, FlowObjects.SCHEMA));
    }

    /// What can be read, and what has to be there.
    private List<ObjectNode> objects(ResourceId resource, String kind) {
        Map<String, ObjectNode> found = new LinkedHashMap<>();
        FlowObjects.all().stream()
                .filter(object ->
                        object.path("kind").asText().equals(kind) && FlowObjects.isMandatory(FlowObjects.name(object)))
                .forEach(object -> found.put(FlowObjects.name(object), object));
        for (StoredObject object : store.list(Range.all(resource, "")).items()) {
            if (!(object.content() instanceof Content.Unreadable)) {
                ObjectNode tree = ObjectTrees.tree(object);
                found.put(FlowObjects.name(tree), tree);
            }
        }
        return List.copyOf(found.values());
    }
}
