package dev.tenure.cli.taints;

import static dev.tenure.cli.taints.Sketches.wrote;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TaintChangesTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:01Z");

    private final TaintChanges changes = new TaintChanges(taint -> !taint.key().equals("other"));

    private static StoredObject node(String manager, String taints) {
        String managed = taints.isEmpty() ? "" : wrote(manager, "taints", "2026-01-01T00:00:00Z");
        return Sketches.object(
                ResourceTypes.NODES,
                "{metadata: {name: a, managedFields: [%s]}, spec: {taints: [%s]}}".formatted(managed, taints));
    }

    private List<String> told(StoredObject node) {
        return told(changes.changed(node, AT));
    }

    private static List<String> told(List<TaintChange> changes) {
        return changes.stream()
                .map(change -> "%s %s %s %d"
                        .formatted(
                                change.kind().word(),
                                change.taint(),
                                change.writer().map(FieldOwner::manager).orElse("unknown"),
                                change.times()))
                .toList();
    }

    @Test
    void eachChangeIsToldWithItsWriterAndHowOftenItCame() {
        assertThat(told(node("one", "{key: k, value: v, effect: NoSchedule}")))
                .containsExactly("added k=v:NoSchedule one 1");
        assertThat(told(node("two", "{key: k, value: w, effect: NoSchedule}")))
                .containsExactly("changed k=w:NoSchedule two 2");
        assertThat(told(node("two", "{key: k, value: w, effect: NoSchedule}"))).isEmpty();
        assertThat(told(node("three", "{key: l, effect: NoExecute}")))
                .containsExactly("removed k=w:NoSchedule three 3", "added l:NoExecute three 1");
        assertThat(told(node("one", "{key: l, effect: NoExecute, timeAdded: '2026-01-01T00:00:00Z'}")))
                .containsExactly("changed l:NoExecute one 2");
    }

    /// Nobody owns a list that is not there.
    @Test
    void whoTakesAwayTheLastTaintIsUnknown() {
        told(node("one", "{key: k, effect: NoSchedule}"));

        assertThat(told(node("two", ""))).containsExactly("removed k:NoSchedule unknown 2");
    }

    @Test
    void whatWasKnownBeforeAndWhatIsNotWantedIsNotTold() {
        changes.begin(node("one", "{key: k, effect: NoSchedule}"));

        assertThat(told(node("one", "{key: k, effect: NoSchedule}"))).isEmpty();
        assertThat(told(node("two", "{key: k, effect: NoSchedule}, {key: other, effect: NoSchedule}")))
                .isEmpty();
        assertThat(told(changes.gone("a", AT))).containsExactly("node gone k:NoSchedule unknown 1");
        assertThat(told(node("three", "{key: k, effect: NoSchedule}"))).containsExactly("added k:NoSchedule three 2");
    }
}
