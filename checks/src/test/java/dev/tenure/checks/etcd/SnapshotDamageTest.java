package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.SnapshotFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Snapshots of etcd that are damaged: each is read or refused, and nothing else happens.
class SnapshotDamageTest {
    private static final long SEED = 20_240_924;
    private static final int DAMAGES = 300;
    private static final int BYTES_AT_ONCE = 8;

    @TempDir
    private Path folder = Path.of("");

    private byte[] whole = {};
    private final Set<String> keys = new HashSet<>();

    @BeforeEach
    void begin() throws IOException {
        try (InputStream in =
                        Objects.requireNonNull(SnapshotDamageTest.class.getResourceAsStream("/formats/etcd-0.zip"));
                var zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().endsWith("snap/db")) {
                    whole = zip.readAllBytes();
                }
            }
        }
        SnapshotFile.open(file(whole)).each(found -> keys.add(found.key()));
        assertThat(keys).contains("/registry/configmaps/default/kept").hasSizeGreaterThan(100);
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("snapshot.db"), bytes);
    }

    private byte[] withSum() throws GeneralSecurityException {
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(whole);
        byte[] both = Arrays.copyOf(whole, whole.length + sum.length);
        System.arraycopy(sum, 0, both, whole.length, sum.length);
        return both;
    }

    @Test
    void aChecksumThatDoesNotMatchIsNoticed() throws IOException, GeneralSecurityException {
        byte[] snapshot = withSum();
        var found = new HashSet<String>();
        SnapshotFile.open(file(snapshot)).each(one -> found.add(one.key()));
        assertThat(found).isEqualTo(keys);
        snapshot[snapshot.length / 2] ^= 1;
        assertThatThrownBy(() -> SnapshotFile.open(file(snapshot)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("its checksum does not match; use another one");
    }

    @Test
    void whatIsNoDatabaseOfEtcdIsDistinguished() throws IOException {
        assertThat(SnapshotFile.isOne(file(whole))).isTrue();
        assertThat(SnapshotFile.isOne(file("kind: List\nitems: []\n".getBytes(StandardCharsets.UTF_8))))
                .isFalse();
        assertThat(SnapshotFile.isOne(folder)).isFalse();
        assertThatThrownBy(() -> SnapshotFile.open(folder.resolve("absent"))).hasMessageContaining("does not exist");
    }

    @Test
    void damagedBytesAndPartsAreReadOrRefused() throws IOException {
        var random = new Random(SEED);
        int refused = 0;
        int fewer = 0;
        for (int i = 0; i < DAMAGES; i++) {
            byte[] damaged = damaged(random);
            var found = new HashSet<String>();
            try {
                SnapshotFile.open(file(damaged)).each(one -> found.add(one.key()));
                fewer += found.equals(keys) ? 0 : 1;
            } catch (StoreUnavailableException e) {
                refused++;
                assertThat(e.getMessage()).as("damage %d of seed %d", i, SEED).contains("snapshot.db");
            }
        }
        // Without a checksum of its own, a member's database cannot tell that a value was changed.
        assertThat(refused).as("%d read with other keys", fewer).isBetween(1, DAMAGES - 1);
    }

    private byte[] damaged(Random random) {
        if (random.nextInt(4) == 0) {
            return Arrays.copyOf(whole, random.nextInt(whole.length));
        }
        byte[] damaged = whole.clone();
        // Heads of pages are where it matters.
        int at = random.nextBoolean()
                ? random.nextInt(whole.length / 4096) * 4096 + random.nextInt(64)
                : random.nextInt(whole.length - BYTES_AT_ONCE);
        for (int i = 0; i < BYTES_AT_ONCE; i++) {
            damaged[at + i] = (byte) random.nextInt();
        }
        return damaged;
    }
}
