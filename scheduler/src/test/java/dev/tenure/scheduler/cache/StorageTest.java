package dev.tenure.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ObjectMeta;
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
}
