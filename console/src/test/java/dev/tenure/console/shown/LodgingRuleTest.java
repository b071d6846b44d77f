package dev.tenure.console.shown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.console.shown.LodgingRule.Lodging;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What taints mean for pods, as the matrix and the previews say it.
class LodgingRuleTest {
    private static final Taint EXECUTE = new Taint("k", "v", TaintEffect.NO_EXECUTE);
    private static final Taint OTHER = new Taint("o", "", TaintEffect.NO_EXECUTE);
    private static final Taint SCHEDULE = new Taint("s", "", TaintEffect.NO_SCHEDULE);
    private static final Taint PREFER = new Taint("p", "", TaintEffect.PREFER_NO_SCHEDULE);

    private static Toleration forSeconds(String key, long seconds) {
        return Toleration.exists(key, TaintEffect.NO_EXECUTE).withStay(new Stay.AtMost(seconds));
    }

    private static String word(List<Taint> taints, Toleration... tolerations) {
        return LodgingRule.word(LodgingRule.decide(taints, List.of(tolerations)));
    }

    @Test
    void everyEffectWithoutTolerationHasItsWord() {
        assertThat(word(List.of())).isEqualTo("places");
        assertThat(word(List.of(PREFER))).isEqualTo("avoids");
        assertThat(word(List.of(SCHEDULE))).isEqualTo("refuses");
        assertThat(word(List.of(EXECUTE))).isEqualTo("leaves-at-once");
        assertThat(word(List.of(PREFER, EXECUTE, SCHEDULE))).isEqualTo("leaves-at-once");
    }

    @Test
    void aTolerationOfZeroOrLessSecondsMeansAtOnce() {
        assertThat(word(List.of(EXECUTE), forSeconds("k", 0))).isEqualTo("leaves-at-once");
        assertThat(word(List.of(EXECUTE), forSeconds("k", -5))).isEqualTo("leaves-at-once");
        assertThat(word(List.of(EXECUTE), forSeconds("k", 5))).isEqualTo("leaves-after");
    }

    @Test
    void theShortestOfSeveralStaysCounts() {
        Lodging lodging =
                LodgingRule.decide(List.of(EXECUTE, OTHER), List.of(forSeconds("k", 300), forSeconds("o", 10)));
        assertThat(lodging).isEqualTo(new Lodging.LeavesAfter(OTHER, forSeconds("o", 10), 10, Optional.empty()));
    }

    @Test
    void theFirstTolerationThatMatchesSaysForHowLong() {
        assertThat(LodgingRule.decide(EXECUTE, List.of(forSeconds("k", 3600), forSeconds("k", 10))))
                .isEqualTo(new Lodging.LeavesAfter(EXECUTE, forSeconds("k", 3600), 3600, Optional.empty()));
    }

    @Test
    void aTaintThatKeepsNewPodsOffDoesNotMakeThoseThereStay() {
        assertThat(LodgingRule.decide(List.of(SCHEDULE, EXECUTE, PREFER), List.of(forSeconds("k", 120))))
                .isEqualTo(new Lodging.LeavesAfter(EXECUTE, forSeconds("k", 120), 120, Optional.of(SCHEDULE)));
        assertThat(LodgingRule.decide(
                        List.of(EXECUTE, SCHEDULE),
                        List.of(forSeconds("k", 120), Toleration.exists("s", TaintEffect.NO_SCHEDULE))))
                .isEqualTo(new Lodging.LeavesAfter(EXECUTE, forSeconds("k", 120), 120, Optional.empty()));
        assertThat(word(List.of(SCHEDULE, EXECUTE), Toleration.exists("k", TaintEffect.NO_EXECUTE)))
                .isEqualTo("refuses");
    }
}
