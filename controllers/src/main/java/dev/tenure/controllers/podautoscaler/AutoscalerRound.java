package dev.tenure.controllers.podautoscaler;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.controllers.podautoscaler.MetricRound.Finding;
import dev.tenure.controllers.podautoscaler.ScaleCalls.Scale;
import dev.tenure.controllers.podautoscaler.ScalingLimitsRule.Word;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One look at one autoscaler, in two steps, with the calls that follow from it: [#findScale] asks for the
/// size of its target, [#play] has it measured, scales and writes the status. Between the two its loop says
/// which pods are concerned. Used by one thread at a time, once; both steps block. Upstream: horizontal.go
/// (reconcileAutoscaler).
final class AutoscalerRound {
    private static final int NOT_CHANGED = -1;

    /// What the round has to tell about its autoscaler.
    interface Events {
        void record(EventRecorder.Type type, String reason, String message);
    }

    /// What it stands on.
    ///
    /// @param history what is remembered of the autoscaler
    /// @param wall what the clock shows
    /// @param steady the same by a clock that nobody sets
    record Moment(ScaleHistory history, Instant wall, Instant steady) {}

    /// Which pods are concerned.
    sealed interface Concerned {
        record Pods(List<Pod> pods) implements Concerned {
            public Pods {
                pods = List.copyOf(pods);
            }
        }

        /// Nobody can say.
        ///
        /// @param event the reason of the Event
        record Nobody(String event, String why, Word word) implements Concerned {}
    }

    /// What metrics ask for.
    ///
    /// @param most absent where nothing can be said
    private record Wanted(Optional<Finding.Asked> most, List<ObjectNode> statuses, Optional<String> fault) {}

    private final Answers answers;
    private final KnownKinds kinds;
    private final AutoscalerSettings settings;
    private final FeatureGates gates;
    private final StoredObject stored;
    private final Events events;
    private final Autoscaler autoscaler;
    private final AutoscalerStatus status;
    private final Moment moment;
    private ScaleHistory history;

    AutoscalerRound(Tools tools, StoredObject stored, Moment moment, Events events) {
        this.answers = tools.answers();
        this.kinds = tools.kinds();
        this.settings = tools.settings();
        this.gates = tools.gates();
        this.stored = stored;
        this.moment = moment;
        this.events = events;
        this.autoscaler = Autoscaler.of(stored);
        JsonNode before = Document.of(stored.content()).at("status");
        this.status = new AutoscalerStatus(before instanceof ObjectNode tree ? tree : Json.object(), moment.wall());
        this.history = moment.history();
    }

    /// What rounds have in common.
    record Tools(Answers answers, KnownKinds kinds, AutoscalerSettings settings, FeatureGates gates) {}

    /// The size of the target; empty where it cannot be had, which is told then.
    Optional<Scale> findScale() {
        Autoscaler.Target target = autoscaler.target();
        Optional<String> group = target.group();
        if (group.isEmpty()) {
            return noScale("unexpected GroupVersion string: " + target.apiVersion());
        }
        Optional<ResourceType> type = kinds.find(group.get(), target.kind());
        if (type.isEmpty()) {
            return noScale(KnownKinds.noMatch(group.get(), target.kind()));
        }
        return switch (new ScaleCalls(answers).find(type.get(), namespace(), target.name())) {
            case Answers.Answer.Refused(String why, var _) -> noScale(why);
            case Answers.Answer.Tree(ObjectNode tree) -> {
                status.set(
                        AutoscalerStatus.ABLE,
                        true,
                        new Word("SucceededGetScale", "the HPA controller was able to get the target's current scale"));
                yield Optional.of(new Scale(type.get(), tree));
            }
        };
    }

    private Optional<Scale> noScale(String why) {
        events.record(EventRecorder.Type.Warning, "FailedGetScale", why);
        status.set(
                AutoscalerStatus.ABLE,
                false,
                new Word("FailedGetScale", "the HPA controller was unable to get the target's current scale: " + why));
        writeStatus();
        return Optional.empty();
    }

    /// Whether metrics decide on the size: not where it is out of bounds, nor where somebody else set it to
    /// zero.
    boolean asksMetrics(Scale scale) {
        int present = scale.replicas();
        if (present == 0) {
            return scaledToZero() && (autoscaler.replicasMin() != 0 || autoscaler.measuresMoreThanPods());
        }
        return present <= autoscaler.replicasMax() && present >= autoscaler.replicasMin();
    }

    private boolean scaledToZero() {
        return toZero() && status.holds(AutoscalerStatus.AT_ZERO);
    }

    private boolean toZero() {
        return gates.on(FeatureGate.HPA_SCALE_TO_ZERO);
    }

    /// Decides on the size and sets it.
    ///
    /// @param concerned of no account where metrics are not asked
    /// @return what is to be remembered
    ScaleHistory play(Scale scale, Concerned concerned) {
        int present = scale.replicas();
        history = history.begunWith(present, moment.steady());
        if (asksMetrics(scale)) {
            byMetrics(scale, concerned);
        } else if (present == 0) {
            status.set(
                    AutoscalerStatus.ACTIVE,
                    false,
                    new Word("ScalingDisabled", "scaling is disabled since the replica count of the target is zero"));
            if (!toZero()) {
                status.remove(AutoscalerStatus.AT_ZERO);
            }
            tell(present, present, List.of(), false);
        } else if (present > autoscaler.replicasMax()) {
            resize(scale, autoscaler.replicasMax(), "Current number of replicas above Spec.MaxReplicas", List.of());
        } else {
            resize(scale, autoscaler.replicasMin(), "Current number of replicas below Spec.MinReplicas", List.of());
        }
        return history;
    }

    private void byMetrics(Scale scale, Concerned concerned) {
        int present = scale.replicas();
        Wanted wanted = wanted(scale, concerned);
        if (wanted.most().isEmpty()) {
            tell(present, status.desired(), wanted.statuses(), false);
            events.record(
                    EventRecorder.Type.Warning,
                    "FailedComputeMetricsReplicas",
                    wanted.fault().orElse(""));
            return;
        }
        // what is below zero asks for nothing
        int asked = Math.max(wanted.most().get().replicas(), 0);
        String reason = "";
        if (asked > present) {
            reason = wanted.most().get().name() + " above target";
        } else if (asked < present) {
            reason = "All metrics below target";
        }
        ScalingLimitsRule.Limits limits = ScalingLimitsRule.limits(
                new ScalingLimitsRule.Wish(autoscaler, present, asked, settings, moment.steady()), history);
        history = limits.history();
        status.set(AutoscalerStatus.ABLE, true, limits.able());
        status.set(AutoscalerStatus.LIMITED, limits.limited(), limits.limit());
        int replicas = limits.replicas();
        int least = autoscaler.replicasMin();
        if (present == 0 && least != 0 && scaledToZero() && replicas < least) {
            replicas = least;
            reason = reason.isEmpty() ? "Current number of replicas below Spec.MinReplicas" : reason;
        }
        if (replicas == present) {
            tell(present, present, wanted.statuses(), false);
        } else {
            resize(scale, replicas, reason, wanted.statuses());
        }
    }

    /// Upstream: computeReplicasForMetrics. Metrics that fail do not count, unless fewer replicas would come
    /// of it.
    private Wanted wanted(Scale scale, Concerned concerned) {
        return switch (concerned) {
            case Concerned.Nobody(String event, String why, Word word) -> {
                events.record(EventRecorder.Type.Warning, event, why);
                status.set(AutoscalerStatus.ACTIVE, false, word);
                yield new Wanted(Optional.empty(), List.of(), Optional.of(why));
            }
            case Concerned.Pods(List<Pod> pods) -> wanted(scale, pods);
        };
    }

    private Wanted wanted(Scale scale, List<Pod> pods) {
        var tolerance =
                Tolerance.of(autoscaler, settings.tolerance(), gates.on(FeatureGate.HPA_CONFIGURABLE_TOLERANCE));
        var view = new ReplicaCountRule.View(scale.replicas(), pods, tolerance, settings, moment.wall());
        var round =
                new MetricRound(new MetricsCalls(answers, kinds), view, namespace(), scale.selector(), scale.present());
        List<ObjectNode> statuses = new ArrayList<>();
        Optional<Finding.Asked> most = Optional.empty();
        Optional<Finding.Failed> first = Optional.empty();
        int failures = 0;
        for (MetricSpec spec : autoscaler.metrics()) {
            switch (round.find(spec)) {
                case Finding.Failed failed -> {
                    events.record(EventRecorder.Type.Warning, failed.reason(), failed.why());
                    first = first.or(() -> Optional.of(failed));
                    failures++;
                    statuses.add(Json.object().put("type", ""));
                }
                case Finding.Asked asked -> {
                    statuses.add(asked.status());
                    int highest = most.map(Finding.Asked::replicas).orElse(0);
                    if (highest == 0 || asked.replicas() > highest) {
                        most = Optional.of(asked);
                    }
                }
            }
        }
        int highest = most.map(Finding.Asked::replicas).orElse(NOT_CHANGED);
        if (first.isPresent() && (most.isEmpty() || highest < scale.replicas())) {
            String whole = "invalid metrics (%d invalid out of %d), first error is: %s"
                    .formatted(
                            failures, autoscaler.metrics().size(), first.get().whole());
            status.set(
                    AutoscalerStatus.ACTIVE,
                    false,
                    new Word(
                            first.get().reason(),
                            "the HPA was unable to compute the replica count: "
                                    + first.get().why()));
            return new Wanted(Optional.empty(), statuses, Optional.of(whole));
        }
        status.set(
                AutoscalerStatus.ACTIVE,
                true,
                new Word(
                        "ValidMetricFound",
                        "the HPA was able to successfully calculate a replica count from "
                                + most.map(Finding.Asked::name).orElse("")));
        return new Wanted(
                most.or(() -> Optional.of(new Finding.Asked(0, "", Json.object()))), statuses, Optional.empty());
    }

    private void resize(Scale scale, int replicas, String reason, List<ObjectNode> metrics) {
        int present = scale.replicas();
        String fault = new ScaleCalls(answers)
                .resize(scale, namespace(), autoscaler.target().name(), replicas);
        if (!fault.isEmpty()) {
            events.record(
                    EventRecorder.Type.Warning,
                    "FailedRescale",
                    "New size: %d; reason: %s; error: %s".formatted(replicas, reason, fault));
            status.set(
                    AutoscalerStatus.ABLE,
                    false,
                    new Word(
                            "FailedUpdateScale", "the HPA controller was unable to update the target scale: " + fault));
            tell(present, status.desired(), metrics, false);
            return;
        }
        status.set(
                AutoscalerStatus.ABLE,
                true,
                new Word(
                        "SucceededRescale",
                        "the HPA controller was able to update the target scale to %d".formatted(replicas)));
        events.record(
                EventRecorder.Type.Normal, "SuccessfulRescale", "New size: %d; reason: %s".formatted(replicas, reason));
        if (autoscaler.behavior().isPresent()) {
            history = history.scaled(present, replicas, autoscaler.behavior().get(), moment.steady());
        }
        noteZero(present, replicas);
        tell(present, replicas, metrics, true);
    }

    /// Whether it was the controller that scaled to zero: then it scales back from there.
    private void noteZero(int present, int replicas) {
        if (!toZero()) {
            status.remove(AutoscalerStatus.AT_ZERO);
        } else if (present > 0 && replicas == 0 && autoscaler.replicasMin() == 0 && autoscaler.measuresMoreThanPods()) {
            status.set(
                    AutoscalerStatus.AT_ZERO,
                    true,
                    new Word("ScaledToZero", "the HPA controller scaled the workload to zero"));
        } else {
            status.set(
                    AutoscalerStatus.AT_ZERO,
                    false,
                    new Word("NotScaledToZero", "the HPA controller did not scale the workload to zero"));
        }
    }

    private void tell(int present, int desired, List<ObjectNode> metrics, boolean rescaled) {
        status.tell(present, desired, metrics, rescaled);
        writeStatus();
    }

    private void writeStatus() {
        if (!status.changed()) {
            return;
        }
        ObjectNode tree = Document.of(stored.content()).tree(stored.revision()).deepCopy();
        tree.set("status", status.tree());
        ResourceType type = ResourceTypes.HORIZONTAL_POD_AUTOSCALERS;
        var target = new Target(
                type.group(),
                type.version(),
                type.resource(),
                namespace(),
                stored.key().name(),
                "status");
        if (answers.update(target, tree) instanceof Answers.Answer.Refused(String why, var _)) {
            events.record(EventRecorder.Type.Warning, "FailedUpdateStatus", why);
        }
    }

    private String namespace() {
        return stored.key().namespace();
    }
}
