package dev.tenure.plan.trace;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.forecast.StagedCluster;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.plan.trace.TraceRecorder.Ending;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.sim.world.StoredForms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A staged cluster that is followed into a trace, both on one virtual clock.
final class TracedCluster {
    static final TraceSession.Bounds WIDE = new TraceSession.Bounds(1L << 30, 0, Optional.empty());

    static final String SHOP =
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: 6,"
                    + " selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c,"
                    + " image: i, resources: {requests: {cpu: 300m}}}]}}}}";
    static final String STATEFUL =
            "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default}, spec:"
                    + " {replicas: 2, serviceName: db, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}},"
                    + " spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 100m}}}]}}}}";
    static final String ALONE =
            "{apiVersion: v1, kind: Pod, metadata: {name: lone, namespace: default}, spec: {containers:"
                    + " [{name: c, image: i}], tolerations: [{key: slow, operator: Exists, effect: NoExecute, tolerationSeconds: 40}]}}";
    static final String BUDGET =
            "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default},"
                    + " spec: {minAvailable: 4, selector: {matchLabels: {app: web}}}}";

    final StagedCluster staged;
    private int recorders;
    private Optional<TraceRecorder> recorder = Optional.empty();

    TracedCluster(long seed, int nodes, String... manifests) {
        String[] all = new String[nodes + manifests.length];
        for (int i = 0; i < nodes; i++) {
            all[i] = StagedCluster.node(
                    "n" + (i + 1), "spec: {}, status: {capacity: {cpu: '4', memory: 8Gi, pods: '20'}}");
        }
        System.arraycopy(manifests, 0, all, nodes, manifests.length);
        staged = new StagedCluster(Semantics.DOCUMENTED, seed, all);
    }

    static TraceHead head(boolean redacted) {
        return new TraceHead("staged", "uid-of-the-cluster", redacted, StatedSettings.NOTHING);
    }

    /// Begins to record on a loop of its own, and looks on for a while.
    TraceRecorder record(TraceSession session) {
        TraceRecorder made = begin(session);
        staged.advance(Duration.ofSeconds(2));
        return made;
    }

    /// Has somebody begin to record who has not looked yet.
    TraceRecorder begin(TraceSession session) {
        EventLoop loop = staged.cluster().world().loop("recording-" + ++recorders);
        var types =
                new StoredForms().types().stream().filter(WorldKinds::isNeeded).toList();
        LiveCluster.Sight sight = LiveCluster.sight(staged.cluster().client(), "staged", types);
        var made = new TraceRecorder(new TraceRecorder.Site(staged.cluster().client(), loop, sight), session);
        loop.post("start", made::start);
        recorder = Optional.of(made);
        return made;
    }

    /// Begins to record into a new file.
    TraceSession recordInto(Path file, boolean redacted) {
        TraceSession session = TraceSession.create(file, WIDE, head(redacted));
        record(session);
        return session;
    }

    void advance(int seconds) {
        staged.advance(Duration.ofSeconds(seconds));
    }

    Optional<Ending> stop() {
        TraceRecorder running = recorder.orElseThrow();
        running.stop("the test is over");
        staged.advance(Duration.ofSeconds(3));
        return running.ending();
    }
}
