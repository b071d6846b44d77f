package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.deployment;
import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static dev.tenure.plan.forecast.Forecasting.seconds;
import static dev.tenure.plan.forecast.Forecasting.taint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// By which rules a forecast goes, and stays that run already when it begins.
class ForecastSemanticsTest {
    private static ClusterDump inTheMiddleOfAStay(Semantics semantics) {
        String stay = "tolerations: [{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]";
        var staged = new StagedCluster(
                semantics, 7, StagedCluster.node("n1", ""), deployment(1, stay, "100m"), StagedCluster.node("n2", ""));
        staged.play(taint("n1", "maintenance:NoExecute"));
        staged.advance(Duration.ofSeconds(200));
        return staged.dump();
    }

    @Test
    void aClusterOfTenureIsTakenForOneBeforeAnythingIsRecorded() {
        for (String annotation : List.of("tenure.dev/node", "else")) {
            ClusterDump dump = dump("{apiVersion: v1, kind: Node, metadata: {name: n1, annotations: {%s: simulated}}}"
                    .formatted(annotation));
            assertThat(forecast(dump, new Change.Nothing()).spec().assumptions())
                    .filteredOn(each -> each.name().equals("semantics"))
                    .extracting(EvictionPlan.Assumption::value)
                    .containsExactly(annotation.equals("else") ? "kubernetes-1.36" : "documented");
        }
    }

    @Test
    void whatAClusterSaysOfItsSemanticsCountsUnlessOneIsToldOtherwise() {
        ClusterDump stating =
                dump("{apiVersion: v1, kind: Node, metadata: {name: n1, annotations: {tenure.dev/node: simulated}}}")
                        .stating(new StatedSettings(Optional.of(Semantics.KUBERNETES_1_36), Map.of()));
        var told = ForecastOptions.STANDARD.withSemantics(Semantics.DOCUMENTED);
        assertThat(semantics(Forecasts.of(stating, new Change.Nothing(), ForecastOptions.STANDARD)))
                .containsExactly("kubernetes-1.36");
        assertThat(semantics(Forecasts.of(stating, new Change.Nothing(), told))).containsExactly("documented");
    }

    private static List<String> semantics(EvictionPlan plan) {
        return plan.spec().assumptions().stream()
                .filter(each -> each.name().equals("semantics"))
                .map(EvictionPlan.Assumption::value)
                .toList();
    }

    @Test
    void aStayThatRunsAlreadyGoesOn() {
        EvictionPlan plan = forecast(inTheMiddleOfAStay(Semantics.DOCUMENTED), new Change.Nothing());

        assertThat(plan.status().pods()).hasSize(1);
        assertThat(seconds(plan.status().pods().getFirst())).isBetween(399.0, 401.0);
    }

    @Test
    void aStayThatItsTaintDatesGoesOnInBothSemantics() {
        for (Semantics semantics : Semantics.values()) {
            var staged = new StagedCluster(
                    semantics,
                    7,
                    StagedCluster.node("n1", ""),
                    deployment(1, "", "100m"),
                    StagedCluster.node("n2", ""));
            staged.play(new Change.LoseNodes(NodeChoice.named("n1"), true));
            staged.advance(Duration.ofSeconds(200));
            EvictionPlan plan = forecast(
                    staged.dump().stating(new StatedSettings(Optional.of(semantics), Map.of())), new Change.Nothing());

            assertThat(semantics(plan)).containsExactly(semantics.word());
            assertThat(plan.status().pods()).hasSize(1);
            // the silence is noticed after 40 to 60 s, then 300 s
            assertThat(seconds(plan.status().pods().getFirst())).isBetween(139.0, 161.0);
        }
    }

    @Test
    void aStayWhoseBeginningNobodyWroteDownIsReportedToBeUncertain() {
        ClusterDump dump = withoutManagers(inTheMiddleOfAStay(Semantics.KUBERNETES_1_36));
        EvictionPlan plan = forecast(dump, new Change.Nothing());

        assertThat(plan.status().pods()).hasSize(1);
        assertThat(seconds(plan.status().pods().getFirst())).isBetween(599.0, 601.0);
        assertThat(plan.status().notes())
                .contains(
                        "node n1 does not tell since when it has the taint maintenance:NoExecute: stays under it are counted from now, and pods may leave sooner");
    }

    @Test
    void aStayUnderATaintWithoutADateCountsFromTheLastChangeOfTheNodesTaints() {
        EvictionPlan plan = forecast(inTheMiddleOfAStay(Semantics.KUBERNETES_1_36), new Change.Nothing());

        assertThat(plan.status().pods()).hasSize(1);
        assertThat(seconds(plan.status().pods().getFirst())).isBetween(399.0, 401.0);
        assertThat(plan.status().notes())
                .anyMatch(
                        note -> note.contains("counted from when its taints were last changed, at 2026-01-01T00:01:0"));
    }

    @Test
    void staysThatRunInAClusterThatIsNotTenuresAreCountedAsUpstreamCountsThem() {
        EvictionPlan plan =
                forecast(withoutManagers(inTheMiddleOfAStay(Semantics.KUBERNETES_1_36)), new Change.Nothing());

        assertThat(semantics(plan)).containsExactly("kubernetes-1.36");
    }

    private static ClusterDump withoutManagers(ClusterDump dump) {
        var forms = new StoredForms();
        var items = dump.items().stream()
                .map(item -> {
                    ObjectNode tree = Json.readObject(item.object().json());
                    tree.withObject("/metadata").remove("managedFields");
                    return new ClusterDump.Item(
                            forms.read(Json.write(tree), StoredForms.kind(Document.of(tree))), item.place());
                })
                .toList();
        return new ClusterDump(dump.origin(), dump.moment(), items, List.of(), List.of());
    }

    @Test
    void aStayWithoutEndUnderATaintIsCertainWhateverThePodSaysOfOtherTaints() {
        String stay = "tolerations: [{key: maintenance, operator: Exists, effect: NoExecute},"
                + " {key: other, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]";
        var staged = new StagedCluster(
                Semantics.KUBERNETES_1_36, 7, StagedCluster.node("n1", ""), deployment(1, stay, "100m"));
        staged.play(taint("n1", "maintenance:NoExecute"));
        EvictionPlan plan = forecast(staged.dump(), new Change.Nothing());

        assertThat(plan.status().pods()).isEmpty();
        assertThat(plan.status().notes()).noneMatch(note -> note.contains("does not tell since when"));
    }
}
