package dev.tenure.kubelet.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.kubelet.pod.PodLife.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The whole machine: each state with each turn, and with all that can be known of a pod.
final class PodLifeRuleTest {
    /// What each turn makes of the states that it can meet; the others it cannot.
    private static final Map<Turn, Map<PodLife, PodLife>> TURNS = Map.of(
            Turn.TAKEN,
            Map.of(
                    PodLife.NEW, PodLife.ADMITTED,
                    PodLife.AWAITING_ROOM, PodLife.ADMITTED,
                    PodLife.ADMITTED, PodLife.ADMITTED),
            Turn.PUT_OFF,
            Map.of(PodLife.NEW, PodLife.AWAITING_ROOM),
            Turn.REJECTED,
            Map.of(PodLife.NEW, PodLife.STOPPED),
            Turn.ENDING,
            Map.of(
                    PodLife.NEW, PodLife.STOPPING,
                    PodLife.AWAITING_ROOM, PodLife.STOPPING,
                    PodLife.ADMITTED, PodLife.STOPPING,
                    PodLife.STOPPING, PodLife.STOPPING),
            Turn.ENDED,
            Map.of(
                    PodLife.NEW, PodLife.STOPPED,
                    PodLife.AWAITING_ROOM, PodLife.STOPPED,
                    PodLife.ADMITTED, PodLife.STOPPED,
                    PodLife.STOPPING, PodLife.STOPPED,
                    PodLife.STOPPED, PodLife.STOPPED));

    @Test
    void eachTurnTakesAPodOnOrCannotHappen() {
        TURNS.forEach((turn, table) -> {
            for (PodLife life : PodLife.values()) {
                PodLife expected = table.get(life);
                if (expected == null) {
                    assertThatIllegalStateException()
                            .as("%s of %s", turn, life)
                            .isThrownBy(() -> PodLifeRule.after(life, turn))
                            .withMessageContaining(life.name());
                } else {
                    assertThat(PodLifeRule.after(life, turn))
                            .as("%s of %s", turn, life)
                            .isEqualTo(expected)
                            .as("it only goes forward")
                            .isGreaterThanOrEqualTo(life);
                }
            }
        });
        assertThat(TURNS).containsOnlyKeys(Turn.values());
    }

    @Test
    void theNextStepFollowsFromStateAndFacts() {
        var seen = new HashSet<PodStep>();
        for (PodLife life : PodLife.values()) {
            for (PodLifeRule.Facts facts : all()) {
                PodStep step = PodLifeRule.next(life, facts);
                assertThat(step).as("%s, %s", life, facts).isEqualTo(expected(life, facts));
                seen.add(step);
            }
        }
        assertThat(seen).isEqualTo(Set.of(PodStep.values()));
    }

    private static PodStep expected(PodLife life, PodLifeRule.Facts facts) {
        boolean stays = !facts.ended() && !facts.deleting() && !facts.gone();
        PodStep run = choose(facts.expired(), PodStep.EXPIRE, PodStep.RUN);
        return switch (life) {
            case NEW -> choose(stays, choose(facts.ran(), run, PodStep.ADMIT), PodStep.STOP);
            case AWAITING_ROOM -> choose(stays, PodStep.AWAIT_ROOM, PodStep.STOP);
            case ADMITTED -> choose(stays, run, PodStep.STOP);
            case STOPPING -> PodStep.STOP;
            case STOPPED -> choose(facts.gone(), PodStep.FORGET, PodStep.CONFIRM);
        };
    }

    private static PodStep choose(boolean first, PodStep yes, PodStep no) {
        return first ? yes : no;
    }

    /// The steps that carry a state on end with the pod forgotten, whatever was known at first.
    @Test
    void everyPodThatIsToGoIsForgottenInTheEnd() {
        for (PodLife life : PodLife.values()) {
            for (PodLifeRule.Facts facts : all()) {
                var gone = new PodLifeRule.Facts(facts.ran(), facts.ended(), true, true, facts.expired());
                PodLife now = life;
                for (int steps = 0; PodLifeRule.next(now, gone) != PodStep.FORGET; steps++) {
                    assertThat(PodLifeRule.next(now, gone)).isEqualTo(PodStep.STOP);
                    assertThat(steps).isLessThan(2);
                    now = PodLifeRule.after(now, now == PodLife.STOPPING ? Turn.ENDED : Turn.ENDING);
                }
            }
        }
    }

    private static List<PodLifeRule.Facts> all() {
        var all = new ArrayList<PodLifeRule.Facts>();
        for (int bits = 0; bits < 32; bits++) {
            all.add(new PodLifeRule.Facts(
                    (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0));
        }
        return all;
    }
}
