package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.rules.Samples;
import dev.tenure.rules.taint.TermEdit.Account;
import dev.tenure.rules.taint.TermEdit.Manner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TermEditTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.7Z");
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant TWO = Instant.parse("2026-11-30T14:00:00Z");
    private static final Taint DISK = new Taint("maintenance", "disk", TaintEffect.NO_EXECUTE);
    private static final String NAME = "taint-term.tenure.dev/maintenance.noexecute";
    private static final String TERM = "maintenance=disk:NoExecute since 2026-11-30T12:00:00Z until"
            + " 2026-11-30T14:00:00Z by alice: ticket 4711";

    private static Node node(Map<String, String> annotations, Taint... taints) {
        Node bare = Samples.node("n", Map.of());
        ObjectMeta meta = bare.meta();
        return new Node(
                new ObjectMeta(
                        meta.name(),
                        meta.namespace(),
                        meta.uid(),
                        meta.generation(),
                        meta.creationTimestamp(),
                        meta.deletion(),
                        meta.labels(),
                        annotations,
                        meta.ownerReferences(),
                        meta.finalizers()),
                new Node.NodeSpec(List.of(taints), false, "", List.of()),
                bare.status());
    }

    private static TermEdit edit(String taint, Manner manner, String owner, String reason) {
        return new TermEdit(
                List.of(TaintEdit.parse(taint)), manner, Optional.of(new Account(TWO, owner, reason)), "bob");
    }

    private static TermEdit removal(String taint) {
        return new TermEdit(List.of(TaintEdit.parse(taint)), Manner.NEW, Optional.empty(), "bob");
    }

    @Test
    void aTaintIsAddedWithItsTime() {
        TermEdit.After after = edit("maintenance=disk:NoExecute", Manner.NEW, "alice", "ticket 4711")
                .appliedTo(node(Map.of(), new Taint("a", "", TaintEffect.NO_SCHEDULE)), NOW);
        assertThat(after.taints())
                .containsExactly(new Taint("a", "", TaintEffect.NO_SCHEDULE), DISK.withTimeAdded(NOON));
        assertThat(after.annotations()).isEqualTo(Map.of(NAME, Optional.of(TERM)));
    }

    @Test
    void aTaintThatIsThereIsRefusedAsKubectlDoes() {
        assertThatThrownBy(() ->
                        edit("maintenance=net:NoExecute", Manner.NEW, "", "").appliedTo(node(Map.of(), DISK), NOW))
                .hasMessage("node n already has maintenance taint(s) with same effect(s) and --overwrite is false");
        assertThatThrownBy(() -> removal("maintenance-").appliedTo(node(Map.of()), NOW))
                .hasMessage("node \"n\": taint \"maintenance\" not found");
        assertThatThrownBy(() ->
                        edit("maintenance:NoExecute", Manner.EXTEND, "", "").appliedTo(node(Map.of()), NOW))
                .hasMessage("node \"n\": taint \"maintenance:NoExecute\" not found");
    }

    @Test
    void aTaintThatIsOverwrittenBeginsAnewAndHasOneTerm() {
        Node before = node(
                Map.of("taint-term.tenure.dev/x", "maintenance=disk:NoExecute until 2026-11-30T13:00:00Z by carol"),
                DISK);
        TermEdit.After after =
                edit("maintenance=net:NoExecute", Manner.OVERWRITE, "alice", "").appliedTo(before, NOW);
        assertThat(after.taints())
                .containsExactly(new Taint("maintenance", "net", TaintEffect.NO_EXECUTE).withTimeAdded(NOON));
        assertThat(after.annotations())
                .isEqualTo(Map.of(
                        "taint-term.tenure.dev/x",
                        Optional.of("maintenance=net:NoExecute since 2026-11-30T12:00:00Z until 2026-11-30T14:00:00Z"
                                + " by alice")));
    }

    @Test
    void anExtendedTaintGoesOnAsItIs() {
        Taint dated = DISK.withTimeAdded(NOON.minusSeconds(60));
        Node before = node(
                Map.of(NAME, "maintenance=disk:NoExecute until 2026-11-30T13:00:00Z by alice: ticket 4711"), dated);
        TermEdit.After after =
                edit("maintenance:NoExecute", Manner.EXTEND, "", "").appliedTo(before, NOW);
        assertThat(after.taints()).containsExactly(dated);
        assertThat(after.annotations())
                .isEqualTo(Map.of(
                        NAME,
                        Optional.of("maintenance=disk:NoExecute since 2026-11-30T11:59:00Z until"
                                + " 2026-11-30T14:00:00Z by alice: ticket 4711")));
    }

    @Test
    void aTaintWithoutTermGetsOneByBeingExtended() {
        TermEdit.After after =
                edit("maintenance:NoExecute", Manner.EXTEND, "alice", "").appliedTo(node(Map.of(), DISK), NOW);
        assertThat(after.annotations())
                .isEqualTo(Map.of(NAME, Optional.of("maintenance=disk:NoExecute until 2026-11-30T14:00:00Z by alice")));
    }

    @Test
    void aTaintThatIsTakenAwayTakesItsTermWithItAndIsRemembered() {
        TermEdit.After after =
                removal("maintenance-").appliedTo(node(Map.of(NAME, TERM), DISK.withTimeAdded(NOON)), NOW);
        assertThat(after.taints()).isEmpty();
        assertThat(after.annotations())
                .isEqualTo(Map.of(
                        NAME,
                        Optional.empty(),
                        PastTaintTerm.ANNOTATION,
                        Optional.of("2026-11-30T12:00:00Z | cancelled by bob | " + TERM)));
    }

    @Test
    void aTaintThatControllersKeepGetsNoTerm() {
        assertThatThrownBy(() -> edit("node.kubernetes.io/not-ready:NoExecute", Manner.NEW, "", "")
                        .appliedTo(node(Map.of()), NOW))
                .hasMessageContaining("have no terms");
    }
}
