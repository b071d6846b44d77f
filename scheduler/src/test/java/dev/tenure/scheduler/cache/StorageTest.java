package dev.tenure.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StorageTest {
    private final Storage storage = new Storage();

    private static PersistentVolume volume(String phase) {
        var meta = new ObjectMeta(
                "v", "", "uid-v", 1, Instant.EPOCH, Optional.empty(), Map.of(), Map.of(), List.of(), List.of());
        return new PersistentVolume(
                meta,
                new ResourceList(Map.of()),
                List.of(),
                "",
                "Filesystem",
                phase,
                Optional.empty(),
                Optional.empty(),
                "",
                "",
                "");
    }

    private long put(String phase) {
        storage.put(volume(phase));
        return storage.volumeVersion("v");
    }

    @Test
    void aVolumeThatIsSeenAgainUnchangedKeepsItsVersion() {
        assertThat(storage.volumeVersion("v")).isZero();
        long first = put("Available");
        assertThat(first).isPositive();
        assertThat(put("Available")).isEqualTo(first);
    }

    @Test
    void aVolumeThatChangedAndChangedBackHasAnotherVersion() {
        long first = put("Available");
        long second = put("Bound");
        assertThat(put("Available")).isNotIn(first, second);
        storage.remove(volume("Available"));
        assertThat(storage.volumeVersion("v")).isZero();
        assertThat(put("Available")).isGreaterThan(second + 1);
    }

    private static <T> T view(ResourceType type, Class<T> as, String json) {
        ObjectNode tree = Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return as.cast(Views.view(type, tree));
    }

    private static PersistentVolume local(String name, String more) {
        return view(ResourceTypes.PERSISTENT_VOLUMES, PersistentVolume.class, """
                {'metadata': {'name': '%s'}, 'spec': {'storageClassName': 'local', 'capacity': {'storage': '1Gi'}, %s
                 'accessModes': ['ReadWriteOnce']}}\
                """.formatted(name, more));
    }

    private static String at(String host) {
        return """
                'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': [
                 {'key': 'kubernetes.io/hostname', 'operator': 'In', 'values': ['%s']}]}]}},\
                """.formatted(host);
    }

    private List<String> found(String claim, String host) {
        var node = view(
                ResourceTypes.NODES,
                Node.class,
                "{'metadata': {'name': 'n', 'labels': {'kubernetes.io/hostname': '%s'}}}".formatted(host));
        var wanted = view(
                ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                PersistentVolumeClaim.class,
                "{'metadata': {'name': '%s', 'namespace': 'd'}, 'spec': {'storageClassName': 'local'}}"
                        .formatted(claim));
        return storage.volumesFor(wanted, node).stream()
                .map(volume -> volume.meta().name())
                .toList();
    }

    /// A claim is held against each node: together these looks are as many as there are volumes.
    @Test
    void aClaimIsShownTheVolumesOfOneMachineAndThoseOfAll() {
        for (int i = 0; i < 300; i++) {
            storage.put(local("v" + i, at("h" + i % 100)));
        }
        storage.put(local("any", ""));
        storage.put(local("kept", "'claimRef': {'namespace': 'd', 'name': 'mine'}, " + at("h9")));
        assertThat(found("c", "h7")).containsExactly("v107", "v207", "v7", "any");
        assertThat(found("c", "nowhere")).containsExactly("any");
        assertThat(found("mine", "h7")).containsExactly("kept", "v107", "v207", "v7", "any");
        storage.put(local("v7", "'claimRef': {'namespace': 'd', 'name': 'other'}, " + at("h7")));
        storage.remove(local("v107", ""));
        assertThat(found("c", "h7")).containsExactly("v207", "any");
    }
}
