package dev.tenure.plan.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.etcd.SnapshotFile.Found;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SnapshotObjectsTest {
    private final DumpAssembly assembly = new DumpAssembly("a snapshot");
    private final SnapshotObjects objects = new SnapshotObjects(assembly, "snap.db");

    private void take(String value) {
        objects.take(new Found("/registry/x", value.getBytes(StandardCharsets.ISO_8859_1), 7));
    }

    private static String object(String kind, String namespace, String name) {
        return """
                {"apiVersion":"v1","kind":"%s","metadata":{"name":"%s","namespace":"%s","uid":"u-%s"}}""".formatted(kind, name, namespace, name);
    }

    private ClusterDump dump() {
        objects.end();
        return assembly.dump(true);
    }

    private static List<String> names(ClusterDump dump) {
        return dump.items().stream()
                .map(ClusterDump.Item::object)
                .map(object -> object.key().name())
                .toList();
    }

    @Test
    void anObjectHasTheRevisionOfItsWrite() {
        take(object("Pod", "default", "web"));
        assertThat(dump().items())
                .map(ClusterDump.Item::object)
                .map(StoredObject::revision)
                .containsExactly(7L);
    }

    @Test
    void manyMoreThanAreHandedOnTogetherAreAllThere() {
        int many = 4096 + 1;
        for (int i = 0; i < many; i++) {
            take(object("Pod", "default", "web-" + i));
        }
        ClusterDump dump = dump();
        assertThat(dump.items()).hasSize(many);
        assertThat(dump.warnings()).as("none stands there twice").isEmpty();
    }

    @Test
    void whatIsNoObjectIsPassedOver() {
        take(object("Pod", "default", "web"));
        take("");
        take("10.0.0.1");
        take("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"\"}}");
        take("{\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"nameless\"}}");
        ClusterDump dump = dump();
        assertThat(names(dump)).containsExactly("web");
        assertThat(dump.warnings()).isEmpty();
    }

    @Test
    void whatUsersKeepForThemselvesIsLeftOutAndRecordsOfNodesAreNot() {
        take(object("Pod", "default", "web"));
        take(object("ConfigMap", "default", "settings"));
        take(object("ConfigMap", "kube-system", "settings"));
        take(object("ConfigMap", "kube-system", "tenure-node-node-1"));
        assertThat(names(dump())).containsExactlyInAnyOrder("web", "tenure-node-node-1");
    }

    @Test
    void whatIsEncryptedAndWhatCannotBeReadIsCounted() {
        take(object("Pod", "default", "web"));
        take("k8s:enc:aescbc:v1:key1:secret");
        take("k8s:enc:aescbc:v1:key1:another");
        take("{\"apiVersion\":");
        assertThat(dump().warnings())
                .containsExactlyInAnyOrder(
                        "objects left out, for they are encrypted in snap.db: 2",
                        "objects left out, for they cannot be read in snap.db: 1");
    }

    @Test
    void ofOneThatWasBrokenOffItIsTold() {
        take(object("Pod", "default", "web"));
        objects.take(new Found("tenure/", "format 1\nunfinished\n".getBytes(StandardCharsets.UTF_8), 7));
        assertThat(dump().warnings()).singleElement().asString().startsWith("not whole in snap.db: ");
    }
}
