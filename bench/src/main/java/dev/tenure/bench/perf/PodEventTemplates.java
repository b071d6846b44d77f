package dev.tenure.bench.perf;

import dev.tenure.bench.perf.PodDraft.Side;
import dev.tenure.bench.perf.PodDraft.Where;
import dev.tenure.model.core.WellKnownLabels;
import java.util.List;

/// Pods that mean the same as upstream's templates of event handling where other pods are the cause:
/// blockers, and those that wait for them to come, to change or to go. The label `type` tells them apart.
final class PodEventTemplates {
    private static final String STRICT = "DoNotSchedule";
    private static final String LITTLE = "100u";
    private static final int FIRST_PORTS = 10;
    private static final int PORTS = 12;
    private static final int MEBIBYTES = 30_000;

    /// Blocks by ports, room, volumes and spreading.
    static final Template BLOCKER = Template.pod("pod-blocker", pod -> {
        type(pod, "blocker")
                .label("topology", "blue")
                .hostPort(port(pod))
                .requests("350m", "3Gi")
                .withoutGrace()
                .spread(10, WellKnownLabels.HOSTNAME, STRICT, "topology", "blue")
                .put("minDomains", 10_000);
    });

    /// Blocks by its label and by the volume that it alone may use.
    static final Template AFFINITY_BLOCKER = Template.pod(
            "pod-affinity-blocker",
            pod -> type(pod, "blocker").label("color", "green").withoutGrace());

    static final Template ONE_TOO_MANY = Template.pod(
            "pod-one-too-many",
            pod -> unscheduled(pod)
                    .label("topology", "blue")
                    .spread(11, WellKnownLabels.HOSTNAME, STRICT, "topology", "blue")
                    .put("minDomains", 10_000));
    static final Template SAME_CLAIM =
            Template.pod("pod-same-claim", pod -> unscheduled(pod).claim("pvc-" + pod.index()));
    static final Template SAME_PORT =
            Template.pod("pod-same-port", pod -> unscheduled(pod).hostPort(port(pod)));
    static final Template HUNGRY =
            Template.pod("pod-hungry", pod -> unscheduled(pod).requests("200m", "1Gi"));
    static final Template UNSCHEDULED = Template.pod("pod-unscheduled", PodEventTemplates::unscheduled);
    static final Template SHUNNING = Template.pod(
            "pod-shunning",
            pod -> unscheduled(pod)
                    .label("color", "green")
                    .must(Side.AWAY, WellKnownLabels.HOSTNAME, "color", "green", in("blockeraffinity")));

    static final Template TOLERANT_OF_CORDON = Template.pod(
            "pod-tolerant-of-cordon", pod -> unscheduled(pod).tolerates("node.kubernetes.io/unschedulable"));
    static final Template TOLERANT =
            Template.pod("pod-tolerant", pod -> unscheduled(pod).tolerates("toleration"));

    /// Fills the one node together with its like.
    static final Template FILLER = Template.pod(
            "pod-filler",
            pod -> pod.label("color", ownGreen(pod)).label("topology", "blue").requests(LITTLE, share(pod)));
    static final Template FILLER_UNLABELLED = Template.pod(
            "pod-filler-unlabelled", pod -> pod.requests(LITTLE, share(pod)).on(Template.NAMED_NODE));
    static final Template FILLER_SHRUNK =
            Template.pod("pod-filler-shrunk", pod -> pod.requests(LITTLE, "1Mi").on(Template.NAMED_NODE));
    static final Template SHUNNING_ONE = Template.pod(
            "pod-shunning-one",
            pod -> unscheduled(pod)
                    .label("color", ownGreen(pod))
                    .must(Side.AWAY, WellKnownLabels.HOSTNAME, "color", ownGreen(pod), in("blocker")));
    static final Template SHARE =
            Template.pod("pod-share", pod -> unscheduled(pod).requests(LITTLE, share(pod)));
    static final Template SPREAD_AFTER_FILLERS = Template.pod(
            "pod-spread-after-fillers",
            pod -> unscheduled(pod)
                    .label("topology", "blue")
                    .spread(pod.count(), WellKnownLabels.HOSTNAME, STRICT, "topology", "blue")
                    .put("minDomains", 100));
    static final Template GATED =
            Template.pod("pod-gated", pod -> unscheduled(pod).gate("test.k8s.io/hold"));

    static final Template GREEN = Template.pod("pod-green", pod -> pod.label("color", "green"));
    static final Template SPREAD_OFF_GREEN = Template.pod(
            "pod-spread-off-green",
            pod -> unscheduled(pod)
                    .label("topology", "blue")
                    .must(Side.AWAY, WellKnownLabels.HOSTNAME, "color", "green", in("podtopologyspread"))
                    .spread(1, WellKnownLabels.HOSTNAME, STRICT, "topology", "blue"));
    static final Template NEAR_ITS_YELLOW = Template.pod(
            "pod-near-its-yellow",
            pod -> unscheduled(pod)
                    .must(
                            Side.NEAR,
                            WellKnownLabels.HOSTNAME,
                            "color",
                            "yellow-" + pod.index(),
                            in("interpodaffinity")));
    static final Template NEAR_GREEN = Template.pod(
            "pod-near-green",
            pod -> pod.label("topology", "blue")
                    .label("color", "green")
                    .must(Side.NEAR, WellKnownLabels.HOSTNAME, "color", "green", in("podtopologyspread")));
    static final Template YELLOW = Template.pod("pod-yellow", pod -> pod.label("color", "yellow-" + pod.index()));

    private PodEventTemplates() {}

    private static PodDraft type(PodDraft pod, String type) {
        return pod.label("type", type);
    }

    private static PodDraft unscheduled(PodDraft pod) {
        return type(pod, "unsched");
    }

    private static Where in(String namespace) {
        return new Where.Named(List.of(namespace));
    }

    private static String ownGreen(PodDraft pod) {
        return "green-" + pod.index();
    }

    private static String share(PodDraft pod) {
        return MEBIBYTES / pod.count() + "Mi";
    }

    /// One of twelve: 80 to 89, 810 and 811.
    private static int port(PodDraft pod) {
        int nth = pod.index() % PORTS;
        return nth < FIRST_PORTS ? 80 + nth : 800 + nth;
    }
}
