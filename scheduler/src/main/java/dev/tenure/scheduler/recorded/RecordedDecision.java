package dev.tenure.scheduler.recorded;

import dev.tenure.scheduler.cycle.Placement;
import dev.tenure.scheduler.cycle.Placer;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.PostFilterPlugin.Remedy;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Scores;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.plugin.PluginArguments;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.scheduler.plugin.defaultpreemption.DefaultPreemption;
import dev.tenure.scheduler.plugin.defaultpreemption.PreemptionCandidate;
import dev.tenure.scheduler.plugin.volumebinding.VolumeBinding;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/// Decides about the pod of a recorded cluster and tells the decision in the form of a recording: outcome,
/// verdicts per node, scores, the words of a refusal, and what preemption would do. Lists without an order
/// are sorted.
public final class RecordedDecision {
    private static final String SCHEDULER = "default-scheduler";

    private final RecordedCluster cluster;
    private final Profile profile;
    private final DefaultPreemption preemption;
    private final ObjectNode answer = Json.object();

    private RecordedDecision(RecordedCluster cluster, Profile profile, DefaultPreemption preemption) {
        this.cluster = cluster;
        this.profile = profile;
        this.preemption = preemption;
    }

    /// The decision of the default profile about the pod of `input`.
    public static ObjectNode of(JsonNode input) {
        var plugins = PluginRegistry.defaults(PluginArguments.DEFAULT, new Random(0));
        return of(RecordedCluster.read(input), new Profile(SCHEDULER, plugins, PluginRegistry.DEFAULT_WEIGHTS, 0));
    }

    /// The decision of a profile about the pod of `cluster`. Changes nothing.
    public static ObjectNode of(RecordedCluster cluster, Profile profile) {
        var preemption = new DefaultPreemption(DefaultPreemption.Sample.DEFAULT, new Random(0));
        var decision = new RecordedDecision(cluster, profile, preemption);
        decision.decide();
        return decision.answer;
    }

    private void decide() {
        if (profile.preEnqueue(cluster.pod(), cluster.cache()) instanceof Verdict.Rejected gated) {
            answer.put("outcome", "gated");
            answer.set("preEnqueue", verdict(gated));
            putNames("feasible", List.of());
            putNames("best", List.of());
            return;
        }
        if (!cluster.pod().pod().spec().nodeName().isEmpty()) {
            filterOnly();
            return;
        }
        Placement placement =
                new Placer(SearchOrder.FULL, new Random(0)).place(cluster.pod(), cluster.cache(), profile);
        switch (placement) {
            case Placement.Placed placed -> {
                answer.put("outcome", "scheduled");
                writeSearch(placed.diagnosis(), placed.feasible());
                writeScores(placed);
            }
            case Placement.Refused refused -> {
                answer.put("outcome", "unschedulable");
                writeSearch(refused.diagnosis(), List.of());
                putNames("best", List.of());
                writeMessage(refused.message());
                writePreemption(refused);
            }
            case Placement.Broken broken -> {
                answer.put("outcome", "error");
                writeSearch(broken.diagnosis(), broken.feasible());
                putNames("best", List.of());
                writeMessage(broken.message());
            }
        }
    }

    /// A pod that has a node is never tried; what the filters would say is told all the same.
    private void filterOnly() {
        answer.put("outcome", "filtered");
        var cycle = new Cycle(cluster.pod(), cluster.cache(), profile);
        var diagnosis = new Diagnosis(cluster.cache().nodes().size());
        var feasible = new ArrayList<NodeState>();
        if (profile.preFilter(cycle).verdict() instanceof Verdict.Rejected rejected) {
            diagnosis.refuseAll(rejected);
        }
        for (NodeState node : cluster.cache().nodes()) {
            switch (profile.filter(cycle, node)) {
                case Verdict.Rejected rejected -> diagnosis.refuse(node.name(), rejected);
                case Verdict.Pass _, Verdict.Skip _, Verdict.Failed _ -> feasible.add(node);
            }
        }
        writeSearch(diagnosis, feasible);
        putNames("best", feasible.stream().map(NodeState::name).toList());
    }

    private void writeSearch(Diagnosis diagnosis, List<NodeState> feasible) {
        putNames("feasible", feasible.stream().map(NodeState::name).toList());
        if (cluster.cache().nodes().isEmpty()) {
            return;
        }
        var cycle = new Cycle(cluster.pod(), cluster.cache(), profile);
        Profile.PreFiltered before = profile.preFilter(cycle);
        ObjectNode preFilter = answer.putObject("preFilter");
        if (diagnosis.preFilter().isPresent()) {
            preFilter.set("status", verdict(diagnosis.preFilter().get()));
            return;
        }
        preFilter.putObject("status").put("code", "Success");
        if (before.nodes().isPresent()) {
            sorted(preFilter.putArray("nodes"), before.nodes().get());
            sorted(preFilter.putArray("plugins"), before.narrowedBy());
        }
        writeNodes(diagnosis, feasible);
    }

    private void writeNodes(Diagnosis diagnosis, List<NodeState> feasible) {
        ObjectNode nodes = answer.putObject("nodes");
        feasible.forEach(node -> nodes.putObject(node.name()).put("code", "Success"));
        diagnosis.byNode().forEach((name, refusal) -> nodes.set(name, verdict(refusal)));
        boolean onlyNominated =
                !cluster.pod().pod().status().nominatedNodeName().isEmpty() && !feasible.isEmpty();
        for (NodeState node : cluster.cache().nodes()) {
            if (!nodes.has(node.name()) && !onlyNominated) {
                nodes.set(node.name(), verdict(diagnosis.of(node.name())));
            }
        }
    }

    private void writeScores(Placement.Placed placed) {
        if (placed.scores().isEmpty()) {
            putNames("best", List.of(placed.node().name()));
            return;
        }
        Scores scores = placed.scores().get();
        putNames("best", scores.best().stream().map(NodeState::name).toList());
        ObjectNode byNode = answer.putObject("scores");
        for (int i = 0; i < scores.nodes().size(); i++) {
            ObjectNode ofNode = byNode.putObject(scores.nodes().get(i).name());
            ofNode.put("total", scores.totals()[i]);
            ObjectNode plugins = ofNode.putObject("plugins");
            for (Scores.Part part : scores.parts()) {
                plugins.putObject(part.plugin())
                        .put("raw", part.raw()[i])
                        .put("normalized", part.normalized()[i])
                        .put("weighted", part.normalized()[i] * part.weight());
            }
        }
        var scored = scores.parts().stream().map(Scores.Part::plugin).toList();
        putNames(
                "skippedScores",
                Stream.concat(PluginRegistry.SCORED.stream(), Stream.of(VolumeBinding.NAME))
                        .filter(name -> !scored.contains(name))
                        .toList());
    }

    private void writeMessage(String message) {
        answer.put("message", message);
        String note = Diagnosis.note(message);
        if (!note.equals(message)) {
            answer.put("event", note);
        }
    }

    private void writePreemption(Placement.Refused refused) {
        if (refused.remedy().isEmpty() || refused.diagnosis().preFilter().isPresent()) {
            return;
        }
        var cycle = new Cycle(cluster.pod(), cluster.cache(), profile);
        profile.preFilter(cycle);
        Optional<String> ineligible = preemption.ineligible(cycle, refused.diagnosis());
        ObjectNode preempts = answer.putObject("preemption").put("eligible", ineligible.isEmpty());
        DefaultPreemption.Search search = ineligible.isPresent()
                ? new DefaultPreemption.Search(List.of(), Map.of(), Optional.empty())
                : preemption.search(cycle, refused.diagnosis());
        sorted(
                preempts.putArray("nominatedNodes"),
                search.cheapest().stream().map(PreemptionCandidate::node).toList());
        ArrayNode candidates = preempts.putArray("candidates");
        search.candidates().stream()
                .sorted(Comparator.comparing(PreemptionCandidate::node))
                .forEach(candidate -> writeCandidate(candidates.addObject(), candidate));
        if (!search.rejected().isEmpty()) {
            ObjectNode rejected = preempts.putObject("rejected");
            search.rejected().forEach((node, why) -> rejected.set(node, verdict(why)));
        }
        preempts.put("clearNominatedNode", refused.remedy().get() instanceof Remedy.None(var _, var clear) && clear);
    }

    private static void writeCandidate(ObjectNode to, PreemptionCandidate candidate) {
        to.put("node", candidate.node());
        ArrayNode victims = to.putArray("victims");
        candidate.victims().forEach(victim -> victims.add(victim.qualifiedName()));
        to.put("pdbViolations", candidate.budgetViolations());
    }

    private static ObjectNode verdict(Verdict.Rejected refusal) {
        ObjectNode answer = Json.object();
        answer.put("code", refusal.resolvable() ? "Unschedulable" : "UnschedulableAndUnresolvable");
        if (!refusal.plugin().isEmpty()) {
            answer.put("plugin", refusal.plugin());
        }
        sorted(answer.putArray("reasons"), refusal.reasons());
        return answer;
    }

    private void putNames(String field, Collection<String> names) {
        sorted(answer.putArray(field), names);
    }

    private static void sorted(ArrayNode array, Collection<String> names) {
        names.stream().sorted().forEach(array::add);
    }
}
