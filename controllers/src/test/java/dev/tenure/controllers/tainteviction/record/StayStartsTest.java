package dev.tenure.controllers.tainteviction.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class StayStartsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Taint PLAIN = new Taint("k", "", TaintEffect.NO_EXECUTE);
    private static final Taint NOT_READY = new Taint(WellKnownTaints.NOT_READY, "", TaintEffect.NO_EXECUTE);
    private static final Taint UNREACHABLE = new Taint(WellKnownTaints.UNREACHABLE, "", TaintEffect.NO_EXECUTE);

    private static Instant second(long second) {
        return NOON.plusSeconds(second);
    }

    private static Instant since(StayStarts starts, Taint taint) {
        return starts.of(List.of(taint), second(1_000_000)).getFirst().since();
    }

    @Test
    void aTaintThatSaysNothingBeginsWhenItIsSeen() {
        StayStarts starts = StayStarts.NONE.next(List.of(PLAIN), second(7), UnaryOperator.identity());
        assertThat(since(starts, PLAIN)).isEqualTo(second(7));
    }

    @Test
    void aLaterLookDoesNotMoveTheStart() {
        StayStarts starts = StayStarts.NONE
                .next(List.of(PLAIN), second(7), UnaryOperator.identity())
                .next(List.of(PLAIN, NOT_READY), second(50), UnaryOperator.identity());
        assertThat(since(starts, PLAIN)).isEqualTo(second(7));
        assertThat(since(starts, NOT_READY)).isEqualTo(second(50));
    }

    @Test
    void aChangedValueDoesNotMoveTheStart() {
        StayStarts starts = StayStarts.NONE.next(List.of(PLAIN), second(7), UnaryOperator.identity());
        Taint other = new Taint("k", "v", TaintEffect.NO_EXECUTE);
        assertThat(since(starts.next(List.of(other), second(9), UnaryOperator.identity()), other))
                .isEqualTo(second(7));
    }

    @Test
    void aTaintThatWasGoneBeginsAnew() {
        StayStarts starts = StayStarts.NONE
                .next(List.of(PLAIN), second(7), UnaryOperator.identity())
                .next(List.of(), second(8), UnaryOperator.identity());
        assertThat(starts).isEqualTo(StayStarts.NONE);
        assertThat(since(starts.next(List.of(PLAIN), second(9), UnaryOperator.identity()), PLAIN))
                .isEqualTo(second(9));
    }

    @Test
    void aTimeOfItsOwnCountsToTheEndOfItsSecond() {
        Taint dated = PLAIN.withTimeAdded(second(3));
        assertThat(since(StayStarts.NONE.next(List.of(dated), second(100), UnaryOperator.identity()), dated))
                .isEqualTo(second(4));
        assertThat(since(
                        StayStarts.NONE.next(List.of(dated), second(3).plusMillis(200), UnaryOperator.identity()),
                        dated))
                .isEqualTo(second(3).plusMillis(200));
    }

    @Test
    void aTimeInTheFutureCountsAsNow() {
        Taint dated = PLAIN.withTimeAdded(second(1000));
        assertThat(since(StayStarts.NONE.next(List.of(dated), second(5), UnaryOperator.identity()), dated))
                .isEqualTo(second(5));
    }

    @Test
    void anotherTimeOfItsOwnIsAnotherTaint() {
        StayStarts starts =
                StayStarts.NONE.next(List.of(PLAIN.withTimeAdded(second(3))), second(3), UnaryOperator.identity());
        Taint again = PLAIN.withTimeAdded(second(60));
        assertThat(since(starts.next(List.of(again), second(60), UnaryOperator.identity()), again))
                .isEqualTo(second(60));
    }

    @Test
    void notReadyAndUnreachableCarryEachOthersStartOver() {
        Taint notReady = NOT_READY.withTimeAdded(second(0));
        Taint unreachable = UNREACHABLE.withTimeAdded(second(200));
        StayStarts both = StayStarts.NONE
                .next(List.of(notReady), second(0), UnaryOperator.identity())
                .next(List.of(notReady, unreachable), second(200), UnaryOperator.identity());
        assertThat(since(both, unreachable)).isEqualTo(second(0));
        StayStarts swapped = both.next(List.of(unreachable), second(201), UnaryOperator.identity());
        assertThat(since(swapped, unreachable)).isEqualTo(second(0));
        Taint back = NOT_READY.withTimeAdded(second(300));
        assertThat(since(swapped.next(List.of(back), second(300), UnaryOperator.identity()), back))
                .isEqualTo(second(0));
    }

    @Test
    void theRecordKeepsWhatItIsGiven() {
        StayStarts starts = StayStarts.NONE.next(
                List.of(PLAIN, NOT_READY.withTimeAdded(second(3))),
                second(3).plusNanos(123_456_789),
                UnaryOperator.identity());
        NodeRecord record = NodeRecord.empty("n", "uid").withStarts(starts);
        assertThat(NodeRecord.ofConfigMap(record.toConfigMap())).contains(record);
    }

    private static PastEviction eviction(String pod, Instant at) {
        return new PastEviction(
                "n",
                "ns",
                pod,
                "u-" + pod,
                new PastEviction.Why(EvictionCause.TAINT, "k:NoExecute"),
                Optional.of("k:NoExecute op=Exists for 60s"),
                Optional.of(at.minusSeconds(60)),
                Optional.of(at),
                at,
                "");
    }

    @Test
    void theLedgerForgetsWhatIsLongAgo() {
        NodeRecord record = NodeRecord.empty("n", "uid")
                .with(eviction("old", second(0)))
                .with(eviction("young", second(1)))
                .with(eviction("now", second(1).plus(NodeRecord.LEDGER_AGE_MAX)));
        assertThat(record.ledger()).extracting(PastEviction::pod).containsExactly("young", "now");
    }

    @Test
    void theLedgerForgetsTheEldest() {
        NodeRecord record = NodeRecord.empty("n", "uid");
        for (int i = 0; i <= NodeRecord.LEDGER_MAX; i++) {
            record = record.with(eviction("p" + i, second(i)));
        }
        assertThat(record.ledger()).hasSize(NodeRecord.LEDGER_MAX);
        assertThat(record.ledger().getFirst().pod()).isEqualTo("p1");
        assertThat(NodeRecord.ofConfigMap(record.toConfigMap())).contains(record);
    }

    @Test
    void longNamesOfNodesGiveDifferentShortNames() {
        String prefix = "n".repeat(245);
        assertThat(NodeRecord.objectName(prefix + "-first.example"))
                .hasSizeLessThanOrEqualTo(253)
                .isNotEqualTo(NodeRecord.objectName(prefix + "-other.example"));
    }
}
