package dev.tenure.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RbacLoopTest {
    private static final int MANY = 300;

    private final MemoryStore store = new MemoryStore(StateOptions.indexing(Map.of()), List.of(), 1);

    private void put(int i, String verb, boolean there) {
        String name = "r" + i;
        ObjectNode tree = Json.object();
        tree.putObject("metadata").put("name", name).put("namespace", "n");
        tree.putArray("rules").addObject().putArray("verbs").add(verb);
        var key = new ObjectKey("rbac.authorization.k8s.io", "roles", "n", name);
        var header = new StoredObject.Header(key, "u" + i, Map.of(), List.of(), Map.of(), false);
        Precondition before = there
                ? new Precondition.AtRevision(store.get(key).orElseThrow().revision())
                : new Precondition.Absent();
        store.commit(new Write.Put(new StoredObject(header, Document.of(tree), 0, KindEntry.TREE), before));
    }

    private static Optional<String> verb(RbacLoop rbac, int i) {
        return rbac.state()
                .get()
                .role("Role", "n", "r" + i)
                .map(rules -> rules.getFirst().verbs().getFirst());
    }

    /// Roles that come one by one are read once each.
    @Test
    void onlyWhatHasChangedIsReadAnew() {
        var rbac = new RbacLoop(store);
        var world = new SimulatedWorld(Instant.EPOCH);
        rbac.start(world.loop("rbac"));
        world.settle();
        for (int i = 0; i < MANY; i++) {
            put(i, "get", false);
            world.settle();
            assertThat(verb(rbac, i)).contains("get");
        }
        assertThat(rbac.reads()).isEqualTo(MANY);
        put(7, "list", true);
        world.settle();
        assertThat(verb(rbac, 7)).contains("list");
        assertThat(verb(rbac, 8)).contains("get");
        assertThat(rbac.reads()).isEqualTo(MANY + 1);
    }
}
