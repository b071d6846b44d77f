package dev.tenure.plan.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.report.PlanHtml;
import dev.tenure.plan.report.PlanMarkdown;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.scenario.Manifests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A saved plan is read as it was written, or not at all.
class SavedPlanFileTest {
    private static final List<Change> CHANGES = List.of(
            new Change.Nothing(),
            SavedCluster.taint("k=v:NoExecute", "n1", "n2"),
            SavedCluster.taint("k-", "n1"),
            new Change.Cordon(new NodeChoice(List.of(), "a in (b, c)", false, Optional.empty()), true),
            new Change.Cordon(new NodeChoice(List.of(), "", true, Optional.empty()), false),
            new Change.Drain(
                    NodeChoice.named("n1"),
                    new DrainOptions(true, false, true, 7, Duration.ofMinutes(3), "x=y", true, 9)),
            new Change.DeleteNodes(NodeChoice.named("n1")),
            new Change.LoseNodes(NodeChoice.ofZone("zone-a"), true),
            new Change.LoseNodes(NodeChoice.named("n1"), false),
            new Change.Apply(
                    Manifests.read("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {b: c}}"), "x"),
            new Change.Scale("sts", "default", "db", 3),
            new Change.TaintNodes(
                    NodeChoice.named("n1"),
                    List.of(TaintEdit.parse("k:NoExecute")),
                    true,
                    Optional.of(new Change.Term(Duration.ofMinutes(90), "alice", "ticket: 4711"))));

    private static final SavedPlan PLAN = new SavedCluster().plan(SavedCluster.drain("n1"));

    @TempDir
    private Path folder;

    private Path written(SavedPlan plan) {
        Path file = folder.resolve("p.plan");
        SavedPlanFile.write(file, plan);
        return file;
    }

    @Test
    void everyChangeIsReadAsItWasWritten() {
        for (Change change : CHANGES) {
            assertThat(ChangeDocument.read(ChangeDocument.of(change))).isEqualTo(change);
        }
        var steps = new Change.Steps(
                CHANGES.stream().map(change -> SavedCluster.at(5, change)).toList());
        assertThat(ChangeDocument.read(ChangeDocument.of(steps))).isEqualTo(steps);
    }

    @Test
    void aPlanIsShownAsWhenItWasMade() throws IOException {
        var cluster = new SavedCluster();
        for (Change change : List.of(
                SavedCluster.drain("n1", "n2", "n3"),
                SavedCluster.taint("k:NoExecute", "n1", "n2", "n3"),
                new Change.Scale("deployment", "default", "web", 50))) {
            SavedPlan plan = cluster.plan(change);
            Path file = written(plan);
            SavedPlan read = SavedPlanFile.read(file);
            assertThat(read.change()).isEqualTo(plan.change());
            assertThat(read.cluster()).isEqualTo(plan.cluster()).isNotEmpty();
            assertThat(read.basis()).isEqualTo(plan.basis());
            assertThat(PlanDocument.of(read.plan())).isEqualTo(PlanDocument.of(plan.plan()));
            assertThat(PlanMarkdown.of(read.plan())).isEqualTo(PlanMarkdown.of(plan.plan()));
            assertThat(PlanHtml.of(read.plan())).isEqualTo(PlanHtml.of(plan.plan()));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aFileThatIsCutOffIsRefusedWhereverItEnds() throws IOException {
        Path file = written(PLAN);
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += 1 + length / 50) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> SavedPlanFile.read(file))
                    .isInstanceOf(SavedPlanException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("tenure plan … --out");
        }
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertThatThrownBy(() -> SavedPlanFile.read(file)).hasMessageContaining("is cut off: ");
    }

    @Test
    void aFileThatWasChangedIsRefusedWhereverItWas() throws IOException {
        Path file = written(PLAN);
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at += 1 + at / 50) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            Files.write(file, changed);
            assertThatThrownBy(() -> SavedPlanFile.read(file)).as("byte %d", at).isInstanceOf(SavedPlanException.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        Files.write(file, longer);
        assertThatThrownBy(() -> SavedPlanFile.read(file)).hasMessageContaining("its checksum does not fit");
    }

    @Test
    void otherFilesAndVersionsAreRefusedByName() throws IOException {
        Path file = folder.resolve("x");
        assertThatThrownBy(() -> SavedPlanFile.read(file)).hasMessage("plan %s does not exist".formatted(file));
        Files.writeString(file, "apiVersion: v1\n");
        assertThatThrownBy(() -> SavedPlanFile.read(file)).hasMessageContaining("is no saved plan");
        byte[] whole = Files.readAllBytes(written(PLAN));
        String other = new String(whole, StandardCharsets.ISO_8859_1).replaceFirst("tenure-plan/1", "tenure-plan/2");
        Files.write(file, other.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> SavedPlanFile.read(file))
                .hasMessageContaining("is of version 2, and this tenure reads version 1");
        assertThatThrownBy(() -> SavedPlanFile.write(folder.resolve("missing").resolve("p.plan"), PLAN))
                .isInstanceOf(SavedPlanException.class)
                .hasMessageContaining("its folder does not exist");
    }
}
