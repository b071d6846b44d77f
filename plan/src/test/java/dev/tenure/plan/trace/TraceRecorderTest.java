package dev.tenure.plan.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a recorder writes is what happened, whatever happens to it, and nothing that it must not.
class TraceRecorderTest {
    @TempDir
    private Path folder;

    private static Change taint(String node, String taint) {
        return new Change.TaintNodes(NodeChoice.named(node), List.of(TaintEdit.parse(taint)), true);
    }

    private TracedCluster cluster() {
        return new TracedCluster(
                5, 3, TracedCluster.SHOP, TracedCluster.STATEFUL, TracedCluster.ALONE, TracedCluster.BUDGET);
    }

    private static Map<ObjectKey, ObjectNode> state(Path file) {
        var state = new TraceState(new StoredForms());
        TraceLines.read(file, state::apply);
        return state.objects();
    }

    /// As the recorder writes objects, without leases, of which it writes only what counts.
    private static Map<ObjectKey, ObjectNode> now(TracedCluster cluster) {
        var form = new RecordedForm(Optional.empty());
        var types = new StoredForms().types();
        var all = new HashMap<ObjectKey, ObjectNode>();
        for (ClusterDump.Item item : cluster.staged.dump().items()) {
            if (RecordedForm.isRecorded(item.key()) && !item.key().resource().equals("leases")) {
                types.stream()
                        .filter(type -> type.resource().equals(item.key().resource())
                                && type.group().equals(item.key().group()))
                        .findFirst()
                        .ifPresent(type -> all.put(item.key(), form.of(type, item.object())));
            }
        }
        return all;
    }

    private static void requireSame(Path file, TracedCluster cluster) {
        Map<ObjectKey, ObjectNode> recorded = new HashMap<>(state(file));
        recorded.keySet().removeIf(key -> key.resource().equals("leases"));
        Map<ObjectKey, ObjectNode> now = now(cluster);
        assertThat(recorded.keySet()).isEqualTo(now.keySet());
        now.forEach((key, object) ->
                assertThat(recorded.get(key)).as("%s", key.path()).isEqualTo(object));
    }

    @Test
    void theEndOfATraceIsTheCluster() throws IOException {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        try (TraceSession session = cluster.recordInto(file, false)) {
            cluster.staged.play(taint("n1", "k=v:NoExecute"));
            cluster.advance(20);
            cluster.staged.play(new Change.Scale("deployment", "default", "web", 3));
            cluster.staged.play(new Change.DeleteNodes(NodeChoice.named("n3")));
            cluster.advance(120);
            assertThat(cluster.stop()).contains(new TraceRecorder.Ending("the test is over", TraceRecorder.Then.DONE));
            assertThat(session.bytes()).isEqualTo(Files.size(file));
        }
        requireSame(file, cluster);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        ClusterTrace trace = ClusterTrace.read(file);
        assertThat(trace.notes()).isEmpty();
        assertThat(trace.span()).isBetween(Duration.ofSeconds(140), Duration.ofSeconds(146));
    }

    @Test
    void whatWasWrittenSurvivesTheDeathOfTheProcessWhereverItIsCut() throws IOException {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        try (TraceSession _ = cluster.recordInto(file, false)) {
            cluster.staged.play(taint("n1", "k=v:NoExecute"));
            cluster.advance(20);
            cluster.stop();
        }
        byte[] whole = Files.readAllBytes(file);
        Path cut = folder.resolve("cut");
        long entries = 0;
        for (int length = 0; length <= whole.length; length += length < 150 ? 1 : 211) {
            Files.write(cut, Arrays.copyOf(whole, length));
            var seen = new long[1];
            try {
                TraceLines.Read read = TraceLines.read(cut, _ -> seen[0]++);
                assertThat(read.wholeBytes()).isLessThanOrEqualTo(length);
                assertThat(read.cutOff()).isEqualTo(read.wholeBytes() < length);
            } catch (TraceException e) {
                assertThat(e).hasMessageContaining("cut").hasMessageContaining("tenure record");
                assertThat(entries).isZero();
            }
            assertThat(seen[0]).isGreaterThanOrEqualTo(entries);
            entries = seen[0];
        }
        assertThat(entries).isGreaterThan(30);
    }

    @Test
    void anyByteThatIsChangedIsNoticed() throws IOException {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        try (TraceSession _ = cluster.recordInto(file, false)) {
            cluster.stop();
        }
        byte[] whole = Files.readAllBytes(file);
        Path changed = folder.resolve("changed");
        for (int at = 0; at < whole.length; at += 613) {
            byte[] other = whole.clone();
            other[at] ^= 0x41;
            Files.write(changed, other);
            try {
                var count = new int[1];
                boolean cutOff = TraceLines.read(changed, _ -> count[0]++).cutOff();
                // of a header only bytes that say nothing may differ: times and the system
                assertThat(cutOff || state(changed).equals(state(file)))
                        .as("byte %d", at)
                        .isTrue();
            } catch (TraceException e) {
                assertThat(e).hasMessageContaining("changed");
            }
        }
    }

    @Test
    void whoGoesOnWithATraceFindsWhatHappenedMeanwhile() throws IOException {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        try (TraceSession _ = cluster.recordInto(file, false)) {
            cluster.staged.play(taint("n1", "k=v:NoExecute"));
            cluster.advance(20);
            cluster.stop();
        }
        try (var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            out.write(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0}); // as of a process that was killed while it wrote
        }
        cluster.staged.play(taint("n1", "k:NoExecute-"));
        cluster.staged.play(new Change.DeleteNodes(NodeChoice.named("n2")));
        cluster.advance(60);
        try (TraceSession session = TraceSession.resume(file, TracedCluster.WIDE, TracedCluster.head(false))) {
            cluster.record(session);
            cluster.staged.play(new Change.Scale("deployment", "default", "web", 2));
            cluster.advance(20);
            cluster.stop();
        }
        requireSame(file, cluster);
        assertThat(ClusterTrace.read(file).notes()).singleElement().asString().startsWith("nobody looked from");
        var other = new TraceHead("elsewhere", "another-uid", false, StatedSettings.NOTHING);
        assertThatThrownBy(() -> TraceSession.resume(file, TracedCluster.WIDE, other))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("is of another cluster (staged)");
        assertThatThrownBy(() -> TraceSession.create(file, TracedCluster.WIDE, other))
                .hasMessageContaining("exists already")
                .hasMessageContaining("--resume");
    }

    @Test
    void theSemanticsOfTheClusterStandInItsTrace() throws IOException {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        var head = new TraceHead(
                "staged", "uid", false, new StatedSettings(Optional.of(Semantics.KUBERNETES_1_36), Map.of()));
        try (TraceSession session = TraceSession.create(file, TracedCluster.WIDE, head)) {
            cluster.record(session);
            cluster.stop();
        }
        assertThat(ClusterTrace.read(file).base().stated().semantics()).contains(Semantics.KUBERNETES_1_36);
        assertThat(ClusterTrace.last(file).stated().semantics()).contains(Semantics.KUBERNETES_1_36);
    }

    @Test
    void aFullTraceEndsAndSaysSo() throws IOException {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        var bounds = new TraceSession.Bounds(12_000, 0, Optional.empty());
        try (TraceSession session = TraceSession.create(file, bounds, TracedCluster.head(false))) {
            TraceRecorder recorder = cluster.record(session);
            for (int i = 0; i < 100 && recorder.ending().isEmpty(); i++) {
                cluster.staged.play(new Change.Scale("deployment", "default", "web", i % 2 == 0 ? 3 : 6));
                cluster.advance(10);
            }
            assertThat(recorder.ending())
                    .hasValueSatisfying(ending ->
                            assertThat(ending.why()).contains("is full").contains("--max-size"));
        }
        assertThat(Files.size(file)).isBetween(6_000L, 12_000L);
        assertThat(ClusterTrace.read(file).span()).isPositive();
    }

    @Test
    void whatEndsBeforeTheClusterWasSeenLeavesNoFile() throws IOException {
        TracedCluster cluster = cluster();
        for (boolean redacted : List.of(true, false)) {
            Path file = folder.resolve("t");
            try (TraceSession session = TraceSession.create(file, TracedCluster.WIDE, TracedCluster.head(redacted))) {
                cluster.begin(session);
                assertThat(cluster.stop())
                        .contains(new TraceRecorder.Ending(TraceSession.NOTHING, TraceRecorder.Then.FAILED));
                assertThat(file).exists();
            }
            try (Stream<Path> left = Files.list(folder)) {
                assertThat(left).isEmpty();
            }
        }
    }

    @Test
    void aFileThatTakesNoMoreIsAFailureAndKeepsWhatIsInIt() {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        TraceSession session = cluster.recordInto(file, false);
        session.close();
        cluster.staged.play(taint("n1", "k=v:NoExecute"));
        cluster.advance(20);
        assertThat(cluster.stop()).hasValueSatisfying(ending -> {
            assertThat(ending.then()).isEqualTo(TraceRecorder.Then.FAILED);
            assertThat(ending.why()).contains(file.toString()).contains("cannot be written");
        });
        assertThat(ClusterTrace.read(file).base().items()).isNotEmpty();
    }

    @Test
    void aShortTimeIsOverWhenItIsOver() {
        TracedCluster cluster = cluster();
        var bounds = new TraceSession.Bounds(1_000_000, 0, Optional.of(Duration.ofSeconds(3)));
        try (TraceSession session = TraceSession.create(folder.resolve("t"), bounds, TracedCluster.head(false))) {
            TraceRecorder recorder = cluster.record(session);
            cluster.advance(5);
            assertThat(recorder.ending())
                    .contains(new TraceRecorder.Ending("the time is over", TraceRecorder.Then.DONE));
        }
        assertThat(ClusterTrace.read(folder.resolve("t")).span()).isLessThanOrEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void fullTracesAreRotatedAndEachStandsAlone() throws IOException {
        TracedCluster cluster = cluster();
        Path file = folder.resolve("t");
        var bounds = new TraceSession.Bounds(12_000, 2, Optional.of(Duration.ofMinutes(30)));
        try (TraceSession session = TraceSession.create(file, bounds, TracedCluster.head(false))) {
            TraceRecorder recorder = cluster.record(session);
            for (int i = 0; i < 500 && recorder.ending().isEmpty(); i++) {
                cluster.staged.play(new Change.Scale("deployment", "default", "web", i % 2 == 0 ? 3 : 6));
                cluster.advance(10);
            }
            assertThat(recorder.ending())
                    .contains(new TraceRecorder.Ending("the time is over", TraceRecorder.Then.DONE));
        }
        requireSame(file, cluster);
        for (String name : List.of("t", "t.1", "t.2")) {
            assertThat(Files.size(folder.resolve(name))).isLessThanOrEqualTo(12_000);
            assertThat(ClusterTrace.read(folder.resolve(name)).base().items()).hasSizeGreaterThan(20);
        }
        assertThat(folder.resolve("t.3")).doesNotExist();
    }

    @Test
    void noSecretAndNoNameIsInATraceUnderPseudonyms() throws IOException {
        var cluster = new TracedCluster(
                5,
                2,
                TracedCluster.SHOP.replace("web", "topsecretshop"),
                "{apiVersion: v1, kind: Secret, metadata: {name: hidden, namespace: default}, stringData: {a: unspoken}}",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: default}, data: {a: unspoken}}");
        for (boolean redacted : List.of(true, false)) {
            Path file = folder.resolve("t" + redacted);
            try (TraceSession _ = cluster.recordInto(file, redacted)) {
                cluster.staged.play(taint("n1", "k=v:NoExecute"));
                cluster.advance(20);
                cluster.stop();
            }
            try (TraceSession session = TraceSession.resume(file, TracedCluster.WIDE, TracedCluster.head(redacted))) {
                cluster.record(session);
                cluster.staged.play(taint("n1", "k:NoExecute-"));
                cluster.advance(20);
                cluster.stop();
            }
            String text = new String(
                    new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file))).readAllBytes(),
                    StandardCharsets.UTF_8);
            assertThat(text).doesNotContain("unspoken").doesNotContain("hidden");
            assertThat(text.contains("topsecretshop")).isNotEqualTo(redacted);
            assertThat(Files.exists(folder.resolve("t" + redacted + ".words"))).isEqualTo(redacted);
            long gone = text.lines().filter(line -> line.contains("\"gone\"")).count();
            long resumed = text.lines()
                    .dropWhile(line -> !line.contains("\"resumed\":true"))
                    .filter(line -> line.contains("\"put\""))
                    .count();
            // the pods that left, and none because of other pseudonyms
            assertThat(gone).isLessThan(8);
            assertThat(resumed).isLessThan(8);
        }
    }
}
