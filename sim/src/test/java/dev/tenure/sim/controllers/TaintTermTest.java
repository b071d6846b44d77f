package dev.tenure.sim.controllers;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.taint.PastTaintTerm;
import dev.tenure.sim.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Taints with terms on whole clusters: when they go, which ones stay, and what is told of it.
class TaintTermTest {
    private static final String TERM = "taint-term.tenure.dev/maintenance";
    private static final String TAINT = "maintenance=disk:NoExecute";

    private static Stage stage() {
        return Stage.of(Semantics.DOCUMENTED).node("n").at(60).begin();
    }

    /// The moment at so many seconds of the story, by the wall clock as it goes now.
    private static Instant moment(Stage stage, double second) {
        Instant now = stage.cluster().world().wall();
        return now.plusNanos(Math.round((second - stage.until(() -> true, 0)) * 1e9));
    }

    private static Stage annotate(Stage stage, String term) {
        return annotate(stage, TERM, term);
    }

    private static Stage annotate(Stage stage, String name, String term) {
        return stage.patch(
                ResourceTypes.NODES, "n", "{'metadata': {'annotations': {'%s': '%s'}}}".formatted(name, term));
    }

    private static Map<String, String> annotations(Stage stage) {
        return stage.find(ResourceTypes.NODES, "n")
                .orElseThrow()
                .view(Node.class)
                .meta()
                .annotations();
    }

    private static List<String> told(Stage stage) {
        return stage.events().stream()
                .filter(event -> event.startsWith("TaintTerm"))
                .toList();
    }

    private static List<String> past(Stage stage) {
        return PastTaintTerm.parse(annotations(stage).getOrDefault(PastTaintTerm.ANNOTATION, "")).stream()
                .map(past -> past.how().word())
                .toList();
    }

    private static String term(Stage stage, double second) {
        return TAINT + " until " + moment(stage, second) + " by alice: ticket 4711";
    }

    @Test
    void theTaintGoesExactlyWhenItsTimeIsOverAndItIsTold() {
        Stage stage = stage();
        String end = moment(stage, 7200).toString();
        annotate(stage.taints(TAINT), term(stage, 7200)).at(7199.9);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        stage.at(7200.1);
        assertThat(stage.taintsOf("n")).isEmpty();
        assertThat(annotations(stage)).doesNotContainKey(TERM);
        assertThat(past(stage)).containsExactly("ended");
        assertThat(annotations(stage).get(PastTaintTerm.ANNOTATION))
                .endsWith(" | ended | " + TAINT + " until " + end + " by alice: ticket 4711");
        stage.pass(5);
        assertThat(told(stage))
                .containsExactly(
                        "TaintTermSet: Taint %s goes at %s (by alice: ticket 4711)".formatted(TAINT, end),
                        "TaintTermEnded: Taint %s was taken away: its time was over at %s (by alice: ticket 4711)"
                                .formatted(TAINT, end));
    }

    @Test
    void otherTaintsOfTheNodeStay() {
        Stage stage = stage();
        annotate(stage.taints("a:NoSchedule", TAINT, "maintenance:NoSchedule"), term(stage, 10))
                .at(20);
        assertThat(stage.taintsOf("n")).containsExactly("a:NoSchedule", "maintenance:NoSchedule");
    }

    @ParameterizedTest
    @EnumSource(Semantics.class)
    void aPodWhoseStayIsLongerThanTheTermStays(Semantics semantics) {
        Stage stage = Stage.of(semantics)
                .node("n")
                .pod("three-hours", tolerating("maintenance", 10_800))
                .pod("an-hour", tolerating("maintenance", 3_600))
                .at(60)
                .begin();
        annotate(stage.taints(TAINT), term(stage, 7200)).at(20_000);
        assertThat(stage.left("three-hours")).isEmpty();
        assertThat(stage.left("an-hour"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(3599.0, 3601.0));
        assertThat(stage.events("TaintManagerEviction")).anyMatch(event -> event.contains("Cancelling"));
    }

    /// `pod spared|leaves` of what lies ahead.
    private static List<String> ahead(Stage stage) {
        return stage.cluster().comingEvictions().stream()
                .map(each -> each.pod() + (each.sparedAt().isPresent() ? " spared" : " leaves"))
                .sorted()
                .toList();
    }

    @Test
    void whatLiesAheadTellsWhoIsSpared() {
        Stage stage = Stage.of(Semantics.DOCUMENTED)
                .node("n")
                .pod("long", tolerating("maintenance", 10_800), tolerating("other", 8_000))
                .pod("short", tolerating("maintenance", 3_600), tolerating("other"))
                .at(60)
                .begin();
        annotate(stage.taints(TAINT), term(stage, 7200)).pass(2);
        assertThat(ahead(stage)).containsExactly("long spared", "short leaves");
        annotate(stage, term(stage, 3000)).pass(2);
        assertThat(ahead(stage)).containsExactly("long spared", "short spared");
        // another taint stays, under which one of them leaves
        stage.taints(TAINT, "other:NoExecute").pass(2);
        assertThat(ahead(stage)).containsExactly("long leaves", "short spared");
        annotate(stage, term(stage, 20_000)).pass(2);
        assertThat(ahead(stage)).containsExactly("long leaves", "short leaves");
    }

    @Test
    void restartsChangeNothingAndWhatWasOverMeanwhileGoesAtOnce() {
        Stage stage = stage();
        annotate(stage.taints(TAINT), term(stage, 100)).at(50);
        stage.cluster().restartControllers();
        stage.at(99.9);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        stage.at(100.1);
        assertThat(stage.taintsOf("n")).isEmpty();
        annotate(stage.taints(TAINT), term(stage, 200)).at(150);
        stage.cluster().crashControllers();
        stage.at(300);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        stage.cluster().startControllers();
        stage.at(301);
        assertThat(stage.taintsOf("n")).isEmpty();
        assertThat(past(stage)).containsExactly("ended", "ended");
    }

    @Test
    void aStepOfTheWallClockIsNoticedSoon() {
        Stage stage = stage();
        annotate(stage.taints(TAINT), term(stage, 7200)).at(10);
        stage.cluster().world().stepWallClock(Duration.ofHours(2));
        stage.at(26);
        assertThat(stage.taintsOf("n")).isEmpty();
        annotate(stage.taints(TAINT), term(stage, 100)).at(30);
        stage.cluster().world().stepWallClock(Duration.ofHours(-1));
        stage.at(3000);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        stage.at(3701);
        assertThat(stage.taintsOf("n")).isEmpty();
    }

    @Test
    void aTermIsExtendedAndShortened() {
        Stage stage = stage();
        annotate(stage.taints(TAINT), term(stage, 100)).at(50);
        annotate(stage, term(stage, 200)).at(199);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        annotate(stage, term(stage, 150)).at(199.5);
        assertThat(stage.taintsOf("n")).isEmpty();
        assertThat(told(stage)).anyMatch(event -> event.startsWith("TaintTermMoved: Taint " + TAINT + " goes at "));
    }

    @Test
    void aTaintThatSomebodyPutThereAnewStays() {
        Stage stage = stage();
        annotate(stage.taints(TAINT), term(stage, 100)).at(50);
        stage.taints().taints(TAINT).at(200);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        assertThat(annotations(stage)).doesNotContainKey(TERM);
        assertThat(past(stage)).hasSize(1).isSubsetOf("removed", "replaced");
    }

    @Test
    void aTaintWithAnotherValueStays() {
        Stage stage = stage();
        annotate(stage.taints(TAINT), term(stage, 100)).at(50);
        stage.taints("maintenance=net:NoExecute").at(200);
        assertThat(stage.taintsOf("n")).containsExactly("maintenance=net:NoExecute");
        assertThat(past(stage)).containsExactly("replaced");
        assertThat(told(stage)).anyMatch(event -> event.startsWith("TaintTermDropped: "));
    }

    @Test
    void aTaintThatWasRenewedWhileNobodyLookedStaysWhereTheTermNamesItsTime() {
        Stage stage = stage();
        Instant now = moment(stage, 0).truncatedTo(ChronoUnit.SECONDS);
        String dated = "{'spec': {'taints': [{'key': 'maintenance', 'value': 'disk', 'effect': 'NoExecute',"
                + " 'timeAdded': '%s'}]}}";
        stage.patch(ResourceTypes.NODES, "n", dated.formatted(now));
        annotate(stage, TAINT + " since " + now + " until " + moment(stage, 100))
                .at(50);
        stage.cluster().crashControllers();
        stage.patch(ResourceTypes.NODES, "n", dated.formatted(now.plusSeconds(40)));
        stage.cluster().startControllers();
        stage.at(200);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        assertThat(past(stage)).containsExactly("replaced");
    }

    @Test
    void aTermWaitsAMinuteForItsTaint() {
        Stage stage = stage();
        annotate(stage, term(stage, 300)).at(55).taints(TAINT).at(299);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        stage.at(301);
        assertThat(stage.taintsOf("n")).isEmpty();
        annotate(stage, term(stage, 1000)).at(370).taints(TAINT).at(2000);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        assertThat(past(stage)).containsExactly("removed", "ended");
    }

    @Test
    void ofTwoTermsOfOneTaintTheLaterEndCounts() {
        Stage stage = stage();
        annotate(stage.taints(TAINT), term(stage, 100));
        annotate(stage, TERM + "-2", term(stage, 200)).at(199);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        assertThat(past(stage)).containsExactly("outlasted");
        stage.at(201);
        assertThat(stage.taintsOf("n")).isEmpty();
        assertThat(past(stage)).containsExactly("ended", "outlasted");
    }

    @Test
    void anUnreadableTermTouchesNothingAndIsTold() {
        Stage stage = stage();
        annotate(stage.taints(TAINT), "maintenance=disk:NoExecute until noon").at(1000);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        assertThat(told(stage)).singleElement().asString().contains("\"noon\" is no time");
    }
}
