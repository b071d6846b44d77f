package dev.tenure.plan.lint;

import dev.tenure.controllers.nodereadiness.NodeReadinessRule;
import dev.tenure.controllers.nodereadiness.NodeReadinessRuleParser;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.Deployment.Strategy;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.batch.CronJob;
import dev.tenure.model.batch.Job;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.plan.lint.LintFacts.Linted;
import dev.tenure.plan.lint.LintedWorkload.Nature;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.Place;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads what the rules look at out of a dump. Confined to one thread.
final class FactReader {
    private static final String IGNORE = "tenure.dev/lint-ignore";

    private final Set<LintSubject> surging = new HashSet<>();
    private final List<Linted<Node>> nodes = new ArrayList<>();
    private final List<LintedWorkload> workloads = new ArrayList<>();
    private final List<Linted<PodDisruptionBudget>> budgets = new ArrayList<>();
    private final List<Linted<Service>> services = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    private final List<Linted<String>> unknownWords = new ArrayList<>();
    private final Map<String, LintedWorkload> alike = new LinkedHashMap<>();
    private final Set<String> uids = new HashSet<>();

    private FactReader() {}

    static LintFacts read(ClusterDump dump) {
        var reader = new FactReader();
        dump.items().forEach(item -> reader.uids.add(item.object().uid()));
        dump.items().forEach(item -> reader.take(item.object().view(Object.class), item.place()));
        // what is in a cluster was held against them
        dump.items().stream().filter(ClusterDump.Item::manifest).forEach(reader::words);
        reader.workloads.addAll(reader.alike.values());
        return new LintFacts(
                reader.nodes,
                reader.workloads,
                reader.budgets,
                reader.services,
                reader.pods,
                MachinePool.of(dump),
                readinessRules(dump),
                evictionPolicies(dump),
                LoopBreakers.missing(dump),
                reader.surging,
                reader.unknownWords,
                dump.moment().at());
    }

    private static List<Linted<NodeReadinessRule>> readinessRules(ClusterDump dump) {
        var rules = new ArrayList<Linted<NodeReadinessRule>>();
        for (ClusterDump.Item item : dump.items()) {
            if (item.key().resource().equals(ReadinessTypes.RULES.resource())) {
                NodeReadinessRuleParser.read(item.object())
                        .ifPresent(rule ->
                                rules.add(new Linted<>(subject("NodeReadinessRule", rule.meta(), item.place()), rule)));
            }
        }
        return rules;
    }

    private static List<Linted<TaintEvictionPolicy>> evictionPolicies(ClusterDump dump) {
        var policies = new ArrayList<Linted<TaintEvictionPolicy>>();
        for (ClusterDump.Item item : dump.items()) {
            if (item.key().resource().equals(PolicyTypes.POLICIES.resource())) {
                policies.add(new Linted<>(
                        custom(PolicyTypes.POLICIES.kind(), item),
                        EvictionPolicyParser.read(item.object(), TaintExpressions.matcher())));
            }
        }
        return policies;
    }

    /// An object of a kind of the whole cluster that has no view.
    static LintSubject custom(String kind, ClusterDump.Item item) {
        JsonNode annotations = Document.of(item.object().content()).tree().at("/metadata/annotations");
        return new LintSubject(kind, "", item.key().name(), where(item.place()), ignored(annotations));
    }

    private void words(ClusterDump.Item item) {
        List<String> details = UnknownWords.details(item.object());
        if (!details.isEmpty()) {
            JsonNode object = Document.of(item.object().content()).tree();
            var ignored = new HashSet<>(ignored(object.at("/metadata/annotations")));
            ignored.addAll(ignored(object.at("/spec/template/metadata/annotations")));
            ObjectKey key = item.key();
            var subject = new LintSubject(
                    object.path("kind").asText(), key.namespace(), key.name(), where(item.place()), ignored);
            details.forEach(detail -> unknownWords.add(new Linted<>(subject, detail)));
        }
    }

    private static Set<String> ignored(JsonNode annotations) {
        return ignored(Map.of(IGNORE, annotations.path(IGNORE).asText("")));
    }

    private void take(Object view, Place place) {
        switch (view) {
            case Node node -> nodes.add(new Linted<>(subject("Node", node.meta(), place), node));
            case PodDisruptionBudget budget ->
                budgets.add(new Linted<>(subject("PodDisruptionBudget", budget.meta(), place), budget));
            case Service service -> services.add(new Linted<>(subject("Service", service.meta(), place), service));
            case Pod pod -> pod(pod, place);
            case Deployment each -> deployment(each, place);
            case ReplicaSet each ->
                add("ReplicaSet", each.meta(), place, each.template(), shape(each.replicas(), each.selector()));
            case StatefulSet each ->
                add("StatefulSet", each.meta(), place, each.template(), shape(each.replicas(), each.selector()));
            case DaemonSet each ->
                add(
                        "DaemonSet",
                        each.meta(),
                        place,
                        each.template(),
                        new Shape(each.status().desiredNumberScheduled(), Optional.of(each.selector()), Nature.DAEMON));
            case ReplicationController each ->
                add(
                        "ReplicationController",
                        each.meta(),
                        place,
                        each.template(),
                        shape(each.replicas(), LabelSelector.ofLabels(each.selector())));
            default -> batch(view, place);
        }
    }

    private void deployment(Deployment each, Place place) {
        add("Deployment", each.meta(), place, each.template(), shape(each.replicas(), each.selector()));
        if (each.strategy() instanceof Strategy.RollingUpdate(var _, var surge)
                && surge.roundedUpOf(Math.max(1, each.replicas())) > 0
                && !ownerKnown(each.meta())) {
            surging.add(workloads.getLast().subject());
        }
    }

    private void batch(Object view, Place place) {
        switch (view) {
            case Job each
            when !each.status().finished() ->
                add(
                        "Job",
                        each.meta(),
                        place,
                        each.template(),
                        new Shape(each.parallelism(), Optional.empty(), Nature.MOVABLE));
            case CronJob each ->
                add(
                        "CronJob",
                        each.meta(),
                        place,
                        each.template(),
                        new Shape(each.status().active().size(), Optional.empty(), Nature.MOVABLE));
            default -> {
                // nothing that a rule looks at
            }
        }
    }

    private record Shape(int replicas, Optional<LabelSelector> selector, Nature nature) {}

    private static Shape shape(int replicas, LabelSelector selector) {
        return new Shape(replicas, Optional.of(selector), Nature.MOVABLE);
    }

    /// What a known owner stands for is left out.
    private void add(String kind, ObjectMeta meta, Place place, PodTemplate template, Shape shape) {
        if (!ownerKnown(meta)) {
            Set<String> ignored = new HashSet<>(ignored(template.annotations()));
            ignored.addAll(ignored(meta.annotations()));
            var subject = new LintSubject(kind, meta.namespace(), meta.name(), where(place), ignored);
            workloads.add(new LintedWorkload(subject, template, shape.replicas(), shape.selector(), shape.nature()));
        }
    }

    private boolean ownerKnown(ObjectMeta meta) {
        return meta.controllerOwner()
                .filter(owner -> !owner.kind().equals("Node") && uids.contains(owner.uid()))
                .isPresent();
    }

    private void pod(Pod pod, Place place) {
        if (pod.status().phase() == PodPhase.SUCCEEDED || pod.status().phase() == PodPhase.FAILED) {
            return;
        }
        pods.add(pod);
        if (ownerKnown(pod.meta())) {
            return;
        }
        boolean mirror = PodRule.mirror(pod);
        Optional<OwnerReference> owner = pod.meta().controllerOwner().filter(_ -> !mirror);
        Nature nature = mirror
                ? Nature.STATIC
                : owner.filter(each -> each.kind().equals("DaemonSet")).isPresent() ? Nature.DAEMON : Nature.MOVABLE;
        var template = new PodTemplate(pod.meta().labels(), pod.meta().annotations(), pod.spec());
        LintSubject subject = subject("Pod", pod.meta(), place);
        String key = owner.map(OwnerReference::uid).orElse(subject.text());
        alike.merge(
                key,
                new LintedWorkload(subject, template, 1, Optional.empty(), nature),
                (known, _) -> new LintedWorkload(
                        known.subject(), known.template(), known.replicas() + 1, Optional.empty(), known.nature()));
    }

    private static LintSubject subject(String kind, ObjectMeta meta, Place place) {
        return new LintSubject(kind, meta.namespace(), meta.name(), where(place), ignored(meta.annotations()));
    }

    private static LintSubject.Where where(Place place) {
        return new LintSubject.Where(place.file(), place.line());
    }

    private static Set<String> ignored(Map<String, String> annotations) {
        return Arrays.stream(annotations.getOrDefault(IGNORE, "").split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
    }
}
