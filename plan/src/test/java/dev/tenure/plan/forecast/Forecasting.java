package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.taint.TaintEdit;
import java.util.List;

/// What tests of forecasts have in common: small clusters, changes of them, and how they are asked.
final class Forecasting {
    static final String SERVICE = """
        apiVersion: v1
        kind: Service
        metadata: {name: web, namespace: default}
        spec: {selector: {app: web}, ports: [{port: 80}]}
        """;

    static final String ALONE = """
        apiVersion: v1
        kind: Pod
        metadata: {name: alone, namespace: default}
        spec: {containers: [{name: c, image: i}], volumes: [{name: scratch, emptyDir: {}}]}
        """;

    static final String DAEMON = """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: agent, namespace: default}
        spec:
          selector: {matchLabels: {app: agent}}
          template:
            metadata: {labels: {app: agent}}
            spec: {containers: [{name: main, image: agent}]}
        """;

    static final String STATEFUL = """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: db, namespace: default}
        spec:
          replicas: 1
          serviceName: db
          selector: {matchLabels: {app: db}}
          template:
            metadata: {labels: {app: db}}
            spec: {containers: [{name: main, image: db}]}
        """;

    private Forecasting() {}

    static Change taint(String node, String taint) {
        return new Change.TaintNodes(NodeChoice.named(node), List.of(TaintEdit.parse(taint)), false);
    }

    static EvictionPlan forecast(ClusterDump dump, Change change) {
        return Forecasts.of(dump, change, ForecastOptions.STANDARD);
    }

    static ClusterDump dump(String... manifests) {
        return new StagedCluster(Semantics.DOCUMENTED, 7, manifests).dump();
    }

    static String deployment(int replicas, String spec, String cpu) {
        return """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: default}
            spec:
              replicas: %d
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  %s
                  containers: [{name: main, image: web, resources: {requests: {cpu: "%s"}}}]
            """.formatted(replicas, spec, cpu);
    }

    static double seconds(LeavingPod pod) {
        return pod.leavesAfter().orElseThrow().toMillis() / 1000.0;
    }
}
