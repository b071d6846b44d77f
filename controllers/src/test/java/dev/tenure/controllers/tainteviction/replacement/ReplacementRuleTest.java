package dev.tenure.controllers.tainteviction.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Crew;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Fate;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Motion;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Standing;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Surge;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Tie;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ReplacementRuleTest {
    private static final Surge ROOM = new Surge(1, 0, Optional.empty(), 0);

    private static Crew crew(int available, int othersReady, Motion motion) {
        return new Crew("web", 3, available, othersReady, motion, Optional.empty());
    }

    private static Replacement released(Crew crew) {
        return ReplacementRule.decide(true, Tie.RELEASED, crew, ROOM);
    }

    @ParameterizedTest
    @CsvSource({"2, 0, false", "3, 0, true", "2, 1, true", "1, 1, false", "0, 3, true", "9, 0, true"})
    void aPodMayGoWhenAllThatAreWantedAreThereWithoutIt(int available, int othersReady, boolean free) {
        assertThat(released(crew(available, othersReady, Motion.SETTLED)) instanceof Replacement.Free)
                .isEqualTo(free);
        assertThat(released(crew(available, othersReady, Motion.ROLLING)) instanceof Replacement.Free)
                .isEqualTo(free);
        assertThat(released(crew(available, othersReady, Motion.UNSETTLED))).isInstanceOf(Replacement.Wait.class);
    }

    @Test
    void whatIsMissingIsTold() {
        assertThat(released(new Crew("web", 3, 1, 1, Motion.UNSETTLED, Optional.of("no quota"))))
                .isEqualTo(new Replacement.Wait("without it 2 of 3 pods of web are ready: no quota"));
        assertThat(released(crew(3, 0, Motion.UNSETTLED)))
                .isEqualTo(new Replacement.Wait("the ReplicaSets of web have yet to make or delete pods"));
    }

    @ParameterizedTest
    @EnumSource(Tie.class)
    void aPodThatIsNotReadyWaitsForNothing(Tie tie) {
        assertThat(ReplacementRule.decide(false, tie, crew(0, 0, Motion.UNSETTLED), ROOM))
                .isEqualTo(new Replacement.Free());
    }

    @Test
    void aPodThatWasGivenBackWaitsUntilItsSetHasSettled() {
        assertThat(ReplacementRule.decide(true, Tie.RETURNED, crew(3, 0, Motion.SETTLED), ROOM))
                .isInstanceOf(Replacement.Wait.class);
    }

    private static Replacement counted(Motion motion, Surge surge) {
        return ReplacementRule.decide(true, Tie.COUNTED, crew(3, 0, motion), surge);
    }

    @Test
    void aReplacementIsBegunWhereThereIsRoomForOneMore() {
        assertThat(counted(Motion.SETTLED, ROOM)).isInstanceOf(Replacement.Begin.class);
        assertThat(counted(Motion.SETTLED, new Surge(2, 1, Optional.of(3), 2))).isInstanceOf(Replacement.Begin.class);
        assertThat(counted(Motion.SETTLED, new Surge(2, 2, Optional.of(3), 2))).isInstanceOf(Replacement.Wait.class);
        assertThat(counted(Motion.SETTLED, new Surge(2, 1, Optional.of(3), 3))).isInstanceOf(Replacement.Wait.class);
        assertThat(counted(Motion.ROLLING, ROOM)).isInstanceOf(Replacement.Wait.class);
        assertThat(counted(Motion.UNSETTLED, ROOM)).isInstanceOf(Replacement.Wait.class);
    }

    @Test
    void whereNoPodMoreIsWantedNothingIsWaitedFor() {
        assertThat(counted(Motion.ROLLING, new Surge(0, 0, Optional.empty(), 0)))
                .isEqualTo(new Replacement.Free());
        var nothing = new Crew("web", 0, 0, 0, Motion.UNSETTLED, Optional.empty());
        assertThat(ReplacementRule.decide(true, Tie.COUNTED, nothing, ROOM)).isEqualTo(new Replacement.Free());
    }

    /// All that a pod that was taken out can meet; what stands here is the exception, else it stays.
    @Test
    void aPodThatWasTakenOutGoesBackOrIsRemovedOrStays() {
        for (int bits = 0; bits < 1 << 7; bits++) {
            var standing = new Standing(
                    (bits & 1) != 0,
                    (bits & 2) != 0,
                    (bits & 4) != 0,
                    (bits & 8) != 0,
                    (bits & 16) != 0,
                    (bits & 32) != 0,
                    (bits & 64) != 0);
            Fate expected = Fate.STAYS;
            if (standing.active() && standing.likesWanted() && !standing.hasToLeave() && standing.nodeThere()) {
                expected = Fate.GIVEN_BACK;
            }
            if (standing.active() && !standing.likesWanted() && standing.controlled() && standing.whole()) {
                expected = Fate.REMOVED;
            }
            assertThat(ReplacementRule.fate(Tie.RELEASED, standing))
                    .as("%s", standing)
                    .isEqualTo(expected);
            assertThat(ReplacementRule.fate(Tie.COUNTED, standing)).isEqualTo(Fate.STAYS);
            assertThat(ReplacementRule.fate(Tie.RETURNED, standing))
                    .isEqualTo(standing.settled() ? Fate.SETTLED : Fate.STAYS);
        }
    }
}
