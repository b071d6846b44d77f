package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.rules.taint.PastTaintTerm.How;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TaintTermParserTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant TWO = Instant.parse("2026-11-30T14:00:00Z");
    private static final Taint DISK = new Taint("maintenance", "disk", TaintEffect.NO_EXECUTE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "maintenance=disk:NoExecute until 2026-11-30T14:00:00Z",
                "maintenance=disk:NoExecute since 2026-11-30T12:00:00Z until 2026-11-30T14:00:00Z",
                "maintenance:NoSchedule until 2026-11-30T14:00:00Z by alice",
                "a.b/c:PreferNoSchedule until 2026-11-30T14:00:00Z: ticket 4711",
                "k:NoExecute until 2026-11-30T14:00:00Z by system:serviceaccount:ops:bot: ticket 4711: a disk | by Bob",
                "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute until 2026-11-30T14:00:00Z by CN=John Doe"
            })
    void whatIsWrittenIsRead(String text) {
        assertThat(TaintTermParser.parse(text)).hasToString(text);
    }

    @Test
    void itsPartsAreTold() {
        assertThat(TaintTermParser.parse("  maintenance=disk:NoExecute  since 2026-11-30T13:00:00+01:00"
                        + "  until 2026-11-30T14:00Z by system:node:a:  ticket 4711 "))
                .isEqualTo(new TaintTerm(DISK, Optional.of(NOON), TWO, "system:node:a", "ticket 4711"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | is no taint",
                "maintenance:NoExecute | is no term",
                "maintenance until 2026-11-30T14:00:00Z | is no taint",
                "maintenance:NoExecute- until 2026-11-30T14:00:00Z | is no taint",
                "maintenance:Gone until 2026-11-30T14:00:00Z | has the effect \"Gone\"",
                "maintenance:NoExecute until tomorrow | \"tomorrow\" is no time",
                "maintenance:NoExecute until 2026-11-30T14:00:00 | is no time",
                "maintenance:NoExecute since noon until 2026-11-30T14:00:00Z | \"noon\" is no time",
                "maintenance:NoExecute until 2026-11-30T14:00:00Z for alice | \"for alice\" comes after the time",
                "node.kubernetes.io/not-ready:NoExecute until 2026-11-30T14:00:00Z | have no terms",
                "node.cloudprovider.kubernetes.io/shutdown:NoSchedule until 2026-11-30T14:00:00Z | have no terms"
            })
    void whatIsWrongIsTold(String text, String message) {
        assertThatThrownBy(() -> TaintTermParser.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aTermOfManyPagesIsNotRead() {
        assertThatThrownBy(() ->
                        TaintTermParser.parse("maintenance:NoExecute until 2026-11-30T14:00:00Z: " + "x".repeat(2_000)))
                .hasMessageContaining("more than 2000 characters");
    }

    @Test
    void anOwnerOrAReasonThatCouldNotBeReadAgainIsRefused() {
        assertThatThrownBy(() -> new TaintTerm(DISK, Optional.empty(), TWO, "a: b", ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TaintTerm(DISK, Optional.empty(), TWO, "", "one\ntwo"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTermMeansOneTaintAndNotTheOneThatTookItsPlace() {
        var dated = new TaintTerm(DISK, Optional.of(NOON), TWO, "", "");
        var any = new TaintTerm(DISK, Optional.empty(), TWO, "", "");
        assertThat(dated.isOf(DISK.withTimeAdded(NOON))).isTrue();
        assertThat(dated.isOf(DISK.withTimeAdded(NOON.plusSeconds(1)))).isFalse();
        assertThat(dated.isOf(DISK)).isFalse();
        assertThat(any.isOf(DISK)).isTrue();
        assertThat(any.isOf(DISK.withTimeAdded(NOON))).isTrue();
        assertThat(any.isOf(new Taint("maintenance", "net", TaintEffect.NO_EXECUTE)))
                .isFalse();
        assertThat(any.isOf(new Taint("maintenance", "disk", TaintEffect.NO_SCHEDULE)))
                .isFalse();
    }

    @Test
    void ofSeveralTermsOfOneTaintTheLastToEndCounts() {
        TaintTerms terms = TaintTerms.of(Map.of(
                "taint-term.tenure.dev/a", "maintenance=disk:NoExecute until 2026-11-30T14:00:00Z",
                "taint-term.tenure.dev/b", "maintenance=disk:NoExecute until 2026-11-30T13:00:00Z",
                "taint-term.tenure.dev/c", "soon",
                "example.com/d", "maintenance=disk:NoExecute until 2026-11-30T15:00:00Z"));
        assertThat(terms.of(DISK)).map(TaintTerm::until).hasValue(TWO);
        assertThat(terms.unreadable()).containsOnlyKeys("taint-term.tenure.dev/c");
        assertThat(terms.nextEnd(NOON)).hasValue(Instant.parse("2026-11-30T13:00:00Z"));
        assertThat(terms.nextEnd(TWO)).isEmpty();
        assertThat(terms.name(DISK)).isEqualTo("taint-term.tenure.dev/a");
    }

    @Test
    void namesOfTermsAreNamesOfAnnotations() {
        assertThat(TaintTerms.NONE.name(new Taint("a.b/" + "k".repeat(63), "", TaintEffect.PREFER_NO_SCHEDULE)))
                .isEqualTo("taint-term.tenure.dev/" + "k".repeat(40) + ".prefernoschedule");
        TaintTerms taken = TaintTerms.of(Map.of(
                "taint-term.tenure.dev/k.noexecute", "other.example/k:NoExecute until 2026-11-30T14:00:00Z",
                "taint-term.tenure.dev/k.noexecute-2", "nothing"));
        assertThat(taken.name(new Taint("k", "", TaintEffect.NO_EXECUTE)))
                .isEqualTo("taint-term.tenure.dev/k.noexecute-3");
    }

    @Test
    void aNodeRemembersTheLastTen() {
        String annotation = "";
        for (int i : IntStream.range(0, 12).toArray()) {
            var term = new TaintTerm(DISK, Optional.empty(), TWO, "alice", "number " + i);
            annotation = PastTaintTerm.remembering(
                    annotation, List.of(new PastTaintTerm(TWO, How.CANCELLED, "bob | co", term)));
        }
        List<PastTaintTerm> past = PastTaintTerm.parse(annotation + "\nsomething else\n");
        assertThat(past).hasSize(10);
        assertThat(past.getFirst().term().reason()).isEqualTo("number 11");
        assertThat(past.getFirst().who()).isEqualTo("bob / co");
        assertThat(past.getLast().term().reason()).isEqualTo("number 2");
        assertThat(PastTaintTerm.parse("2026-11-30T14:00:00Z | lost | k:NoExecute until 2026-11-30T14:00:00Z"))
                .isEmpty();
    }
}
