package dev.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.store.sqlite.SqliteOptions;
import dev.tenure.store.sqlite.SqliteStore;
import dev.tenure.store.sqlite.StoreFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Objects that lie in the file of a store otherwise than they are.
class AtRestTest {
    private static final StoredObject POD =
            StoreSamples.objectOf(StoreSamples.key(StoreSamples.PODS, "a", "p"), "what nobody sees", Map.of());

    @TempDir
    private Path folder = Path.of("");

    /// Turns every bit behind a name; reads what another name was given too.
    private record Turned(String name) implements AtRest {
        private static final int START = ENCRYPTED.length() + 1;

        private static byte[] turned(byte[] bytes, int from) {
            byte[] all = Arrays.copyOfRange(bytes, from, bytes.length);
            for (int i = 0; i < all.length; i++) {
                all[i] = (byte) ~all[i];
            }
            return all;
        }

        @Override
        public byte[] seal(ObjectKey key, byte[] plain) {
            byte[] start = (ENCRYPTED + name).getBytes(StandardCharsets.UTF_8);
            byte[] all = Arrays.copyOf(start, start.length + plain.length);
            System.arraycopy(turned(plain, 0), 0, all, start.length, plain.length);
            return all;
        }

        @Override
        public byte[] open(ObjectKey key, byte[] stored) {
            return AtRest.isEncrypted(stored) ? turned(stored, START) : stored;
        }

        @Override
        public boolean isCurrent(ObjectKey key, byte[] stored) {
            return new String(stored, StandardCharsets.ISO_8859_1).startsWith(ENCRYPTED + name);
        }
    }

    private SqliteStore open(AtRest form) {
        return SqliteStore.open(SqliteOptions.in(folder, StateOptions.indexing(Map.of()), _ -> StoreSamples::text)
                .lying(form));
    }

    private boolean isOnDisk(String text) throws IOException {
        boolean there = false;
        for (String name : new String[] {"store.db", "store.db-wal"}) {
            Path file = folder.resolve(name);
            there |= Files.exists(file)
                    && Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
        }
        return there;
    }

    @Test
    void whatLiesInTheFileIsSealedAndWholeAndOpenedAtTheNextStart() throws IOException {
        try (SqliteStore store = open(new Turned("1"))) {
            store.commit(StoreSamples.creating(POD));
        }
        assertThat(isOnDisk("{\"text\"")).isFalse();
        assertThat(isOnDisk("k8s:enc:1")).isTrue();
        assertThat(new StoreFolder(folder).check().whole()).isTrue();
        try (SqliteStore store = open(new Turned("1"))) {
            assertThat(store.get(POD.key()).orElseThrow().json()).isEqualTo(POD.json());
        }
        assertThat(new StoreFolder(folder).objects(StoreSamples::text, new Turned("1")))
                .singleElement()
                .satisfies(one -> assertThat(one.json()).isEqualTo(POD.json()));
        var unopened = new StoreFolder(folder);
        assertThatThrownBy(() -> unopened.objects(StoreSamples::text, AtRest.PLAIN))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("//pods/a/p in")
                .hasMessageContaining("it is encrypted");
    }

    @Test
    void whatWasWrittenInAnotherFormIsOutdatedUntilItIsWrittenAgain() {
        try (SqliteStore store = open(AtRest.PLAIN)) {
            store.commit(StoreSamples.creating(POD));
            assertThat(store.isOutdated(POD.key())).isFalse();
        }
        try (SqliteStore store = open(new Turned("1"))) {
            assertThat(store.isOutdated(POD.key())).isTrue();
        }
        try (SqliteStore store = open(new Turned("1"))) {
            StoredObject before = store.get(POD.key()).orElseThrow();
            store.commit(StoreSamples.replacing(before, before.revision()));
            assertThat(store.isOutdated(POD.key())).isFalse();
        }
        try (SqliteStore store = open(new Turned("1"))) {
            assertThat(store.isOutdated(POD.key())).isFalse();
        }
    }

    @Test
    void whatCannotBeOpenedIsLeftOutAndTheOthersAreThere() {
        StoredObject other = StoreSamples.objectOf(StoreSamples.key(StoreSamples.PODS, "a", "q"), "plain", Map.of());
        try (SqliteStore store = open(new Turned("1"))) {
            store.commit(StoreSamples.creating(POD));
        }
        try (SqliteStore store = open(AtRest.PLAIN)) {
            store.commit(StoreSamples.creating(other));
            assertThat(store.get(POD.key()).orElseThrow().content()).isInstanceOf(Content.Unreadable.class);
            assertThat(store.get(other.key()).orElseThrow().json()).isEqualTo(other.json());
        }
    }
}
