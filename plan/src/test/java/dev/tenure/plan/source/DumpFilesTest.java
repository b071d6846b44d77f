package dev.tenure.plan.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpFilesTest {
    private static final String NODE =
            "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\",\"uid\":\"u1\",\"resourceVersion\":\"41\","
                    + "\"creationTimestamp\":\"2026-03-01T00:00:00Z\"},\"status\":{\"capacity\":{\"cpu\":\"4\"}}}";
    private static final String POD =
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"namespace\":\"shop\",\"uid\":\"u2\","
                    + "\"creationTimestamp\":\"2026-03-02T00:00:00Z\"},\"spec\":{\"nodeName\":\"n1\",\"containers\":[]}}";
    private static final String LIST = "{\"apiVersion\":\"v1\",\"items\":[" + NODE + "," + POD + "],\"kind\":\"List\"}";

    @TempDir
    private Path folder;

    private static ClusterDump stdin(String text) {
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }

    @Test
    void aListOfKubectlKeepsUidsAndRevisions() {
        ClusterDump dump = stdin(LIST);

        assertThat(dump.views(ResourceTypes.NODES, Node.class))
                .extracting(Node::name)
                .containsExactly("n1");
        var node = dump.all(ResourceTypes.NODES).findFirst().orElseThrow();
        assertThat(node.uid()).isEqualTo("u1");
        assertThat(node.revision()).isEqualTo(41);
        assertThat(dump.views(ResourceTypes.PODS, Pod.class).getFirst().spec().nodeName())
                .isEqualTo("n1");
        assertThat(dump.all(ResourceTypes.PODS)
                        .findFirst()
                        .orElseThrow()
                        .header()
                        .fields())
                .containsEntry("spec.nodeName", "n1");
        assertThat(dump.moment().at()).isEqualTo(Instant.parse("2026-03-02T00:00:00Z"));
    }

    @Test
    void aYamlObjectInBracesIsRead() {
        ClusterDump dump = stdin("""
                {apiVersion: v1, kind: Node, metadata: {name: n1}}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: n2}
                """);

        assertThat(dump.views(ResourceTypes.NODES, Node.class))
                .extracting(Node::name)
                .containsExactly("n1", "n2");
        assertThat(stdin(NODE + "\n---\n" + POD).items()).hasSize(2);
    }

    @Test
    void whatTheDumpMayLackIsReportedByKind() {
        assertThat(stdin(LIST).gaps())
                .extracting(Gap::resource)
                .contains("poddisruptionbudgets.policy", "replicasets.apps", "leases.coordination.k8s.io")
                .doesNotContain("nodes", "pods");
    }

    @Test
    void aFolderOfClusterInfoDumpIsReadWithItsTypedLists() throws IOException {
        String node = NODE.replace("\"apiVersion\":\"v1\",\"kind\":\"Node\",", "");
        file("dump/nodes.json", "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[" + node + "]}");
        file(
                "dump/shop/pods.json",
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":["
                        + POD.replace("\"apiVersion\":\"v1\",\"kind\":\"Pod\",", "") + "]}");
        file("dump/shop/services.json", "{\"kind\":\"ServiceList\",\"apiVersion\":\"v1\",\"items\":null}");
        file("dump/shop/p/logs.txt", "==== START logs for container main of pod shop/p ====");

        ClusterDump dump = DumpFiles.read(List.of(folder.resolve("dump").toString()), System.in);

        assertThat(dump.items()).extracting(item -> item.key().qualifiedName()).containsExactly("n1", "shop/p");
    }

    @Test
    void manifestsAreDistinguishedFromObjectsThatWereInACluster() {
        ClusterDump dump = stdin("""
            # two documents
            apiVersion: v1
            kind: Node
            metadata: {name: fresh}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: web
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: main, image: web}]}
            """);

        assertThat(dump.items()).allMatch(ClusterDump.Item::manifest);
        assertThat(dump.items()).extracting(item -> item.place().toString()).containsExactly("-:2", "-:6");
        assertThat(dump.items().getLast().key().namespace()).isEqualTo("default");
    }

    @Test
    void exportsSayTheirMomentAndWhatWasUnknown() throws IOException {
        String export =
                "{\"apiVersion\":\"tenure.dev/v1\",\"kind\":\"ClusterExport\",\"moment\":\"2026-04-01T00:00:00Z\",\"origin\":\"https://prod\",\"gaps\":[{\"resource\":\"services\",\"why\":\"no"
                        + " right\",\"unknown\":\"x\"}],\"items\":[" + NODE + "]}";
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(export.getBytes(StandardCharsets.UTF_8));
        }

        ClusterDump dump = DumpFiles.read(List.of("-"), new ByteArrayInputStream(packed.toByteArray()));

        assertThat(dump.moment().at()).isEqualTo(Instant.parse("2026-04-01T00:00:00Z"));
        assertThat(dump.gaps()).containsExactly(new Gap("services", "no right", "x"));
        byte[] half = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);
        assertThatThrownBy(() -> DumpFiles.read(List.of("-"), new ByteArrayInputStream(half)))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("ends in the middle");
    }

    @Test
    void everyPlaceAtWhichAListIsCutOffIsAnErrorThatSaysSo() {
        for (int i = 1; i < LIST.length(); i++) {
            String cut = LIST.substring(0, i);
            assertThatThrownBy(() -> stdin(cut))
                    .as(cut)
                    .isInstanceOf(DumpException.class)
                    .hasMessageContaining("cut off");
        }
        assertThatThrownBy(() -> stdin("apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n"))
                .hasMessageContaining("cut off");
    }

    @Test
    void kindsThatAreNotKnownAreCountedAndOldVersionsAreGaps() {
        ClusterDump dump = stdin(
                LIST.replace(
                        "],\"kind\"",
                        ",{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Rollout\",\"metadata\":{\"name\":\"r\"}},"
                                + "{\"apiVersion\":\"policy/v1beta1\",\"kind\":\"PodDisruptionBudget\",\"metadata\":{\"name\":\"b\"}}],\"kind\""));

        assertThat(dump.warnings()).anyMatch(warning -> warning.contains("Rollout of argoproj.io/v1alpha1"));
        assertThat(dump.gaps())
                .filteredOn(gap -> gap.resource().equals("poddisruptionbudgets.policy"))
                .singleElement()
                .matches(gap -> gap.why().contains("policy/v1beta1"));
    }

    @Test
    void errorsNameTheFileTheObjectAndTheRemedy() throws IOException {
        assertThatThrownBy(() -> DumpFiles.read(List.of("no-such-file.yaml"), System.in))
                .hasMessage("file no-such-file.yaml does not exist");
        assertThatThrownBy(() -> stdin(" \n")).hasMessageContaining("- is empty");
        assertThatThrownBy(() -> stdin("{\"metadata\":{}}")).hasMessageContaining("-:1: an object has no kind");
        assertThatThrownBy(() -> stdin("just words")).hasMessageContaining("holds a text where an object should stand");
        assertThatThrownBy(() -> stdin("==== START logs for container x ===="))
                .hasMessageContaining("--output-directory");
        String wrong = file("wrong.json", NODE.replace("\"cpu\":\"4\"", "\"cpu\":\"four\""));
        assertThatThrownBy(() -> DumpFiles.read(List.of(wrong), System.in))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("wrong.json:1: Node \"n1\" cannot be read: quantities must match");
        String other = file("other.json", NODE.replace("u1", "u9"));
        String good = file("good.json", NODE);
        assertThatThrownBy(() -> DumpFiles.read(List.of(good, other), System.in))
                .hasMessageContaining("different uids");
    }

    @Test
    void kindsOfTheGroupThatIsGoneAreGapsToo() {
        ClusterDump dump = stdin(
                LIST.replace(
                        "],\"kind\"",
                        ",{\"apiVersion\":\"extensions/v1beta1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"d\"}}],\"kind\""));

        assertThat(dump.gaps())
                .filteredOn(gap -> gap.resource().equals("deployments.apps"))
                .singleElement()
                .matches(gap ->
                        gap.why().contains("extensions/v1beta1") && gap.why().contains("current kubectl"));
    }

    /// A list that is as long as is wanted, of which nothing is kept but its nodes.
    private static InputStream list(long items) {
        String stranger =
                "{\"apiVersion\":\"example.org/v1\",\"kind\":\"Stranger\",\"metadata\":{\"name\":\"s\"},\"spec\":\""
                        + "x".repeat(900) + "\"},\n";
        byte[] many = stranger.repeat(1000).getBytes(StandardCharsets.UTF_8);
        var parts = new ArrayList<InputStream>();
        parts.add(new ByteArrayInputStream("{\"apiVersion\":\"v1\",\"items\":[\n".getBytes(StandardCharsets.UTF_8)));
        for (long i = 0; i < items; i += 1000) {
            parts.add(new ByteArrayInputStream(many));
        }
        parts.add(new ByteArrayInputStream((NODE + "],\"kind\":\"List\"}").getBytes(StandardCharsets.UTF_8)));
        return new SequenceInputStream(Collections.enumeration(parts));
    }

    @Test
    void ofALongTextOnlyOneObjectIsKeptAtATime() throws IOException {
        boolean full = Boolean.getBoolean("tenure.full");
        long items = full ? 2_300_000 : 12_000;

        ClusterDump dump = DumpFiles.read(List.of("-"), list(items));

        assertThat(dump.items())
                .singleElement()
                .matches(item -> item.key().name().equals("n1"));
        assertThat(dump.warnings())
                .anyMatch(warning -> warning.contains("Stranger of example.org/v1, %d objects".formatted(items)));
        var window = new TextWindow(list(5_000));
        byte[] part = new byte[1 << 13];
        long read = 0;
        for (int count = window.read(part, 0, part.length); count >= 0; count = window.read(part, 0, part.length)) {
            read += count;
            window.forget(Math.max(0, read - 3000));
        }
        assertThat(window.room()).isLessThan(1 << 18);
    }

    @Test
    void aLongYamlTextIsCutIntoTheSameObjectsAsAShortOne() throws IOException {
        var text = new StringBuilder("""
            # what kubectl wrote
            apiVersion: v1
            items:
            """);
        for (int i = 0; i < 2100; i++) {
            text.append("""
                - apiVersion: v1
                  kind: Pod
                  metadata:
                    name: p%d
                    namespace: shop
                    uid: u%d
                    annotations:
                      script: |
                        - not an item

                        # not a comment
                        items:
                      folded: "a line
                        - and another"
                  spec: {nodeName: n1, containers: []}
                """.formatted(i, i));
        }
        text.append("kind: List\nmetadata: {resourceVersion: ''}\n---\n");
        text.append("apiVersion: v1\nitems:\n- metadata:\n    name: n1\n    uid: u-n1\nkind: NodeList\n");
        text.append("---\napiVersion: v1\nkind: NodeList\nitems: [{metadata: {name: n2, uid: u-n2}}]\n");
        text.append("---\n# nothing\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, uid: u-shop}\n");
        var found = new ArrayList<RawObject>();

        new LongYaml("-", found::addAll)
                .read(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)));

        List<RawObject> whole = YamlObjects.read("-", text.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(found).hasSize(2103);
        assertThat(found)
                .extracting(raw -> raw.kind() + new String(raw.json(), StandardCharsets.UTF_8))
                .containsExactlyElementsOf(whole.stream()
                        .map(raw -> raw.kind() + new String(raw.json(), StandardCharsets.UTF_8))
                        .toList());
        assertThat(found.get(1).place()).isEqualTo(whole.get(1).place());
    }

    @Test
    void aLongYamlTextThatIsCutOffIsRefusedWithItsPlace() {
        for (String cut : List.of(
                "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n",
                "apiVersion: v1\nitems:\n- kind: Node\n  metadata: {name: \"n",
                "apiVersion: v1\nitems:\n")) {
            var text = new ByteArrayInputStream(cut.getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> new LongYaml("big.yaml", _ -> {}).read(text))
                    .as(cut)
                    .isInstanceOf(DumpException.class)
                    .hasMessageContaining("big.yaml:");
        }
    }

    @Test
    void aLongTextThatIsCutOffOrHoldsAnEndlessObjectIsRefused() {
        InputStream cut = new SequenceInputStream(
                list(10_000), new ByteArrayInputStream("{\"kind\":".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> DumpFiles.read(List.of("-"), cut))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("cut off");
        byte[] begin = "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"x\":[".getBytes(StandardCharsets.UTF_8);
        byte[] more = "1,".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        var parts = new ArrayList<InputStream>(List.of(new ByteArrayInputStream(begin)));
        for (int i = 0; i < 40; i++) {
            parts.add(new ByteArrayInputStream(more));
        }
        assertThatThrownBy(() -> DumpFiles.read(List.of("-"), new SequenceInputStream(Collections.enumeration(parts))))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("larger than 64 MB");
    }

    @Test
    void secretsAreNeverTaken() {
        ClusterDump dump = stdin(LIST.replace(
                "],\"kind\"", ",{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"}}],\"kind\""));

        assertThat(dump.items()).noneMatch(item -> item.key().resource().equals("secrets"));
    }

    @Test
    void yamlThatBeginsWithABraceIsReadAtAnySize() throws IOException {
        String longText = "x".repeat(1 << 20);
        Path file = folder.resolve("long-flow.yaml");
        try (var out = Files.newBufferedWriter(file)) {
            for (int i = 1; i <= 10; i++) {
                out.write("{apiVersion: v1, kind: Node, metadata: {name: n%d, uid: u%d, annotations: {a: %s}}}\n---\n"
                        .formatted(i, i, longText));
            }
            out.write(
                    "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Node, metadata: {name: last, uid: l}}]}\n");
        }
        ClusterDump dump = DumpFiles.read(List.of(file.toString()), new ByteArrayInputStream(new byte[0]));
        assertThat(dump.all(ResourceTypes.NODES)).hasSize(11);
    }

    @Test
    void whatCannotBeReadIsSaidWithTheReason() throws IOException {
        Path link = folder.resolve("link.json");
        Files.createSymbolicLink(link, link);
        assertThatThrownBy(() -> DumpFiles.read(List.of(link.toString()), InputStream.nullInputStream()))
                .isInstanceOf(DumpException.class)
                .hasMessageStartingWith("file %s cannot be read: Too many levels of symbolic links".formatted(link));

        Path dump = Files.createDirectory(folder.resolve("dump"));
        Files.createSymbolicLink(dump.resolve("again"), dump);
        assertThatThrownBy(() -> DumpFiles.read(List.of(dump.toString()), InputStream.nullInputStream()))
                .isInstanceOf(DumpException.class)
                .hasMessage("folder %s cannot be read: the link %s leads back to a folder that it is in"
                        .formatted(dump, dump.resolve("again")));
    }
}
