package dev.tenure.controllers.podautoscaler;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.podautoscaler.AutoscalerRound.Concerned;
import dev.tenure.controllers.podautoscaler.ScaleCalls.Scale;
import dev.tenure.controllers.podautoscaler.ScalingLimitsRule.Word;
import dev.tenure.controllers.workload.SelectedPods;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// The shell of HorizontalPodAutoscalers: looks at each of them every period, the first time when it has been
/// there for one. Every method runs on its loop.
public final class HorizontalPodAutoscalerLoop {
    public static final String NAME = "horizontal-pod-autoscaler-controller";

    private static final String SOURCE = "horizontal-pod-autoscaler";
    private static final String DISCOVERY = NAME + "-discovery";

    private final EventLoop loop;
    private final Answers answers;
    private final AutoscalerSettings settings;
    private final FeatureGates gates;
    private final Optional<DiscoveredKinds.Source> elsewhere;
    private final EventRecorder events;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer autoscalers;
    private final Informer pods;
    private final SelectedPods candidates;
    private final DefinedTypes types;
    private DiscoveredKinds found = DiscoveredKinds.NONE;

    private final Map<ObjectKey, ScaleHistory> histories = new HashMap<>();
    private final ScaledPods scaled = new ScaledPods();
    /// Those that are being looked at.
    private final Set<ObjectKey> underWay = new HashSet<>();

    /// @param known every kind that the API serves; those that are defined later are found
    /// @param elsewhere tells the kinds that other servers answer for, where there can be any
    public HorizontalPodAutoscalerLoop(
            ControllerContext context,
            List<ResourceType> known,
            Optional<DiscoveredKinds.Source> elsewhere,
            AutoscalerSettings settings,
            FeatureGates gates) {
        this.loop = context.loop();
        this.answers = new Answers(context.client());
        this.settings = settings;
        this.gates = gates;
        this.elsewhere = elsewhere;
        this.events = new EventRecorder(loop, context.client(), SOURCE);
        this.queue = new ReconcileQueue<>(loop, NAME, settings.syncsMax(), this::plan);
        this.autoscalers = context.informers().all(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, new AutoscalerChanges());
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.candidates = new SelectedPods(pods);
        this.types = new DefinedTypes(context.informers(), known, new NoListener());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        types.start();
        pods.start();
        autoscalers.start();
        elsewhere.ifPresent(this::discover);
    }

    /// Upstream: custom_metrics.PeriodicallyInvalidate, which forgets as often. Nobody is asked where nothing
    /// scales.
    private void discover(DiscoveredKinds.Source source) {
        if (autoscalers.hasSynced() && !autoscalers.all().isEmpty()) {
            loop.work(DISCOVERY, source::ask, outcome -> {
                if (outcome instanceof Outcome.Done<DiscoveredKinds>(DiscoveredKinds told)) {
                    types.discovered(told);
                    found = told;
                }
            });
        }
        loop.alarm(DISCOVERY, loop.time().now().plus(settings.syncPeriod()), () -> discover(source));
    }

    private void beginWhenSynced() {
        if (autoscalers.hasSynced() && pods.hasSynced()) {
            queue.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> stored = autoscalers.get(key);
        if (stored.isEmpty()) {
            histories.remove(key);
            return Optional.empty();
        }
        AutoscalerRound round = round(stored.get());
        if (!underWay.add(key)) {
            queue.addAfter(key, settings.syncPeriod());
            return Optional.empty();
        }
        return Optional.of(() -> {
            Optional<Scale> scale = Optional.empty();
            try {
                scale = round.findScale();
            } finally {
                Optional<Scale> found = scale;
                loop.post(NAME, () -> decide(key, round, found));
            }
            return true;
        });
    }

    private AutoscalerRound round(StoredObject stored) {
        var moment = new AutoscalerRound.Moment(
                histories.getOrDefault(stored.key(), ScaleHistory.NONE),
                loop.time().wall(),
                loop.time().steady());
        return new AutoscalerRound(
                new AutoscalerRound.Tools(answers, new KnownKinds(types.types(), found), settings, gates),
                stored,
                moment,
                (type, reason, message) -> loop.post(NAME + "-event", () -> event(stored, type, reason, message)));
    }

    private void event(StoredObject stored, EventRecorder.Type type, String reason, String message) {
        events.record(InvolvedObject.of(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, stored), type, reason, message);
    }

    private void decide(ObjectKey key, AutoscalerRound round, Optional<Scale> scale) {
        if (scale.isEmpty()) {
            looked(key);
            return;
        }
        Concerned concerned =
                round.asksMetrics(scale.get()) ? concerned(key, scale.get().selector()) : new Concerned.Pods(List.of());
        loop.work(NAME, () -> round.play(scale.get(), concerned), outcome -> {
            if (outcome instanceof Outcome.Done<ScaleHistory>(ScaleHistory history)) {
                histories.put(key, history);
            }
            looked(key);
        });
    }

    private void looked(ObjectKey key) {
        underWay.remove(key);
        if (autoscalers.get(key).isPresent()) {
            queue.addAfter(key, settings.syncPeriod());
        } else {
            histories.remove(key);
        }
    }

    /// Which pods an autoscaler scales, if they are no other's. Upstream: validateAndParseSelector.
    private Concerned concerned(ObjectKey key, String text) {
        if (text.isEmpty()) {
            return new Concerned.Nobody(
                    "SelectorRequired",
                    "selector is required",
                    new Word("InvalidSelector", "the HPA target's scale is missing a selector"));
        }
        LabelSelector selector = LabelSelector.parse(text);
        if (autoscalers.get(key).isPresent()) {
            scaled.put(key, selector);
        }
        List<StoredObject> selected = candidates.candidates(key.namespace(), selector.exact()).stream()
                .filter(pod -> selector.matches(pod.header().labels()))
                .sorted(Comparator.comparing(pod -> pod.key().name()))
                .toList();
        List<ObjectKey> scaling = scaled.scaling(
                key.namespace(),
                selected.stream().map(pod -> pod.header().labels()).toList());
        if (scaling.size() > 1) {
            String names = scaling.stream()
                    .map(other -> other.namespace() + "/" + other.name())
                    .sorted()
                    .collect(Collectors.joining(" "));
            String why = "pods by selector %s are controlled by multiple HPAs: [%s]".formatted(text, names);
            return new Concerned.Nobody("AmbiguousSelector", why, new Word("AmbiguousSelector", why));
        }
        return new Concerned.Pods(
                selected.stream().map(pod -> pod.view(Pod.class)).toList());
    }

    private final class AutoscalerChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.addAfter(after.key(), settings.syncPeriod());
        }

        @Override
        public void deleted(StoredObject last) {
            scaled.remove(last.key());
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    /// What pods are is asked when an autoscaler is looked at.
    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            // asked later
        }

        @Override
        public void deleted(StoredObject last) {
            // asked later
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    /// Which kinds there are is asked when an autoscaler is looked at.
    private static final class NoListener implements DefinedTypes.Listener {
        @Override
        public void added(ResourceType type) {
            // asked later
        }

        @Override
        public void removed(ResourceType type) {
            // asked later
        }
    }
}
