package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InitialObjectsTest {
    private static final StoredObject SHOP = object(ResourceTypes.NAMESPACES, "shop", "u1");
    private static final StoredObject NODE = object(ResourceTypes.NODES, "n1", "u2");

    private final MemoryStore store = new MemoryStore(StateOptions.indexing(Map.of()));

    private static StoredObject object(ResourceType type, String name, String uid) {
        String json = "{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"uid\":\"%s\"}}"
                .formatted(type.kind(), name, uid);
        return new StoredForms().read(json.getBytes(StandardCharsets.UTF_8), GroupVersionKind.of("v1", type.kind()));
    }

    private String uid(StoredObject object) {
        return store.get(object.key()).orElseThrow().uid();
    }

    @Test
    void aNewStoreIsFilled() {
        InitialObjects.put(store, List.of(SHOP, NODE));

        assertThat(uid(SHOP)).isEqualTo("u1");
        assertThat(uid(NODE)).isEqualTo("u2");
    }

    @Test
    void aStoreThatHoldsAClusterIsLeftAlone() {
        InitialObjects.put(store, List.of(SHOP));

        assertThatThrownBy(() -> InitialObjects.put(store, List.of(NODE)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("there is a cluster already")
                .hasMessageContaining("--data-dir");
        assertThat(store.get(NODE.key())).isEmpty();
        InitialObjects.put(store, List.of());
    }

    @Test
    void whatAKilledProcessHasWrittenIsWrittenAnew() {
        InitialObjects.put(store, List.of(object(ResourceTypes.NODES, "n1", "old")));

        InitialObjects.put(store, List.of(SHOP, NODE));

        assertThat(uid(NODE)).isEqualTo("u2");
    }
}
