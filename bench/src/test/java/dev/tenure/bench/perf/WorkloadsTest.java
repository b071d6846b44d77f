package dev.tenure.bench.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.bench.perf.Step.Preparation;
import dev.tenure.bench.perf.Step.Stage;
import dev.tenure.bench.perf.Step.Then;
import dev.tenure.bench.perf.Step.Volumes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// `upstream.csv` has the names of upstream's workloads (Kubernetes 1.36.3), their thresholds, and their
/// op-codes with namespaces and counts filled in; each must be found here with the same steps.
class WorkloadsTest {
    private static final int UPSTREAM = 188;

    @Test
    void everyWorkloadOfTheTableHasUpstreamsStepsCountsAndThreshold() throws IOException {
        List<String> ours = Workloads.all().stream()
                .filter(workload -> !workload.file().equals(Workload.OWN))
                .map(WorkloadsTest::line)
                .toList();
        assertThat(ours).hasSize(UPSTREAM).containsExactlyElementsOf(table());
    }

    @Test
    void aWholeNameChoosesOneWorkloadAndABeginningAllThatHaveIt() {
        List<Workload> all = Workloads.all();
        assertThat(names(WorkloadList.matching(all, List.of("TopologySpreading/5Nodes"), 5)))
                .containsExactly("TopologySpreading/5Nodes");
        assertThat(names(WorkloadList.matching(all, List.of("TopologySpreading/5Nodes", "Preemption"), 5)))
                .containsExactlyInAnyOrder(
                        "TopologySpreading/5Nodes",
                        "PreemptionBasic/5Nodes",
                        "PreemptionBasic/5Nodes_QueueingHintsEnabled",
                        "PreemptionBasic/5Nodes_AsyncAPICallsEnabled",
                        "PreemptionAsync/5Nodes",
                        "PreemptionAsync/5Nodes_QueueingHintsEnabled",
                        "PreemptionAsync/5Nodes_AsyncAPICallsEnabled",
                        "PreemptionPVs/5Nodes",
                        "PreemptionPVs/5Nodes_QueueingHintsEnabled");
        assertThat(WorkloadList.matching(all, List.of("NoSuchCase"), Integer.MAX_VALUE))
                .isEmpty();
    }

    @Test
    void theListNamesEveryWorkloadOnceBelowTheHeadingOfItsGroup() {
        List<Workload> all = Workloads.all();
        String list = WorkloadList.grouped(all);
        assertThat(list.lines().filter(line -> line.startsWith("#"))).hasSize(6);
        assertThat(list.lines().filter(line -> !line.startsWith("#")).map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactlyElementsOf(names(all))
                .doesNotHaveDuplicates();
    }

    private static List<String> names(List<Workload> workloads) {
        return workloads.stream().map(Workload::name).toList();
    }

    private static List<String> table() throws IOException {
        try (InputStream in = Objects.requireNonNull(WorkloadsTest.class.getResourceAsStream("upstream.csv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
        }
    }

    private static String line(Workload workload) {
        String threshold =
                workload.threshold().isPresent() ? "" + workload.threshold().getAsInt() : "";
        String steps = workload.steps().stream().map(WorkloadsTest::text).collect(Collectors.joining("; "));
        return String.join(",", workload.file(), workload.testCase(), workload.size(), threshold, steps);
    }

    private static String text(Step step) {
        return switch (step) {
            case Step.CreateNodes nodes -> "createNodes " + nodes.count() + text(nodes.preparation());
            case Step.CreateNamespaces spaces -> "createNamespaces " + spaces.prefix() + " " + spaces.count();
            case Step.CreatePods pods ->
                "createPods %s %d%s".formatted(pods.namespace(), pods.count(), text(pods.volumes(), pods.then()));
            case Step.CreatePodSets(var prefix, int sets, var each) ->
                "createPodSets %s %d x %d%s".formatted(prefix, sets, each.count(), text(each.volumes(), each.then()));
            case Step.CreateAny any -> "createAny " + any.namespace();
            case Step.UpdateAny update ->
                "updateAny %s %d 100 per s%s"
                        .formatted(
                                update.namespace().isEmpty() ? "-" : update.namespace(),
                                update.count(),
                                suffix(update.subresource()));
            case Step.DeletePods(var namespace, var type, int perSecond) ->
                "deletePods %s%s %d per s".formatted(namespace, suffix(type), perSecond);
            case Step.Churn churn ->
                "churn %s %d every %d ms%s"
                        .formatted(
                                churn.number() == 0 ? "create" : "recreate",
                                churn.templates().size(),
                                churn.everyMillis(),
                                churn.number() == 0 ? "" : " up to " + churn.number());
            case Step.Barrier(var stage, var type) ->
                "barrier " + (stage == Stage.SCHEDULED ? "Scheduled" : "Attempted") + suffix(type);
            case Step.StartCollectingMetrics(var namespaces, var type) ->
                "startCollectingMetrics " + String.join(" ", namespaces) + suffix(type);
            case Step.StopCollectingMetrics() -> "stopCollectingMetrics";
        };
    }

    private static String suffix(String text) {
        return text.isEmpty() ? "" : " " + text;
    }

    private static String text(Preparation preparation) {
        return switch (preparation) {
            case Preparation.Plain() -> "";
            case Preparation.Zones(var values) -> " in " + String.join(" ", values);
            case Preparation.VolumeLimit(int max, boolean migrated) ->
                " with " + max + " volumes" + (migrated ? " migrated" : "");
        };
    }

    private static String text(Volumes volumes, Then then) {
        String kind = volumes == Volumes.CSI_ONCE ? "csi" : volumes.name().toLowerCase(Locale.ROOT);
        return (volumes == Volumes.NONE ? "" : " with " + kind + " volumes")
                + switch (then) {
                    case WAIT -> "";
                    case MEASURE -> " measured";
                    case GO_ON -> " unawaited";
                };
    }
}
