package dev.tenure.plan.lint;

/// What is looked for. The id and the name of a rule never change; docs/lint.md has a section for each.
enum LintCheck {
    TNR001(
            LintSeverity.INFO,
            "unmatched-toleration",
            "A toleration matches no taint of any node.",
            "It permits nothing today, and begins to count unseen when somebody uses its key. Keys of Kubernetes"
                    + " itself are passed over.",
            "Remove the toleration, or correct its key, value or effect."),
    TNR002(
            LintSeverity.WARNING,
            "tolerates-everything",
            "A pod that is not of a DaemonSet tolerates every taint, for ever.",
            "No taint makes it leave, not even that of a dead or full node, and it is placed on every dedicated node.",
            "Name the taints that are meant."),
    TNR003(
            LintSeverity.WARNING,
            "stays-on-dead-node",
            "A pod that is not of a DaemonSet tolerates not-ready or unreachable for ever.",
            "When its node dies, it stays there and nobody replaces it.",
            "Give the toleration tolerationSeconds, for example 300."),
    TNR004(
            LintSeverity.WARNING,
            "pool-not-required",
            "A dedicated pool is tolerated but not required.",
            "A toleration permits and does not attract: the pods are also placed on nodes without the taint.",
            "Add a node selector or required node affinity on a label of the pool."),
    TNR005(
            LintSeverity.INFO,
            "taint-nobody-tolerates",
            "No workload tolerates a taint.",
            "The nodes that bear it stay empty, but for what stands there already.",
            "Remove the taint, or add the toleration that is missing."),
    TNR006(
            LintSeverity.WARNING,
            "budget-blocks-drain",
            "A disruption budget permits no eviction even when all pods are healthy.",
            "Every drain of a node with one of its pods waits without end.",
            "Allow one pod to be unavailable."),
    TNR007(
            LintSeverity.WARNING,
            "budget-on-one-replica",
            "A disruption budget protects the only replica.",
            "The pod can never be evicted, so its node can never be drained; a taint ends it all the same.",
            "Run two replicas, or allow one pod to be unavailable."),
    TNR008(
            LintSeverity.INFO,
            "stay-shorter-than-silence",
            "A stay for not-ready or unreachable is shorter than it takes to notice a silent node.",
            "A node counts as silent after 50 s, so the pods leave at the earliest then; a short stay saves little and"
                    + " makes every short fault of a node an eviction.",
            "Raise tolerationSeconds to 50 or more, or lower the monitor's grace period."),
    TNR009(
            LintSeverity.WARNING,
            "daemon-evicted",
            "A NoExecute taint makes pods of a DaemonSet leave nodes that its selector chooses.",
            "The node loses the daemon, and no node stands in for it.",
            "Add the toleration, or leave the nodes out by the node selector."),
    TNR010(
            LintSeverity.WARNING,
            "budget-selects-nothing",
            "A disruption budget selects no pod.",
            "What it is meant to protect is not protected.",
            "Correct the selector, or remove the budget."),
    TNR011(
            LintSeverity.ERROR,
            "two-budgets",
            "Two disruption budgets select the same pods.",
            "The eviction API refuses pods with more than one budget, so that drains never end.",
            "Keep one of them."),
    TNR012(
            LintSeverity.ERROR,
            "selector-misses-template",
            "The selector of a workload does not match its own template.",
            "The API server refuses it.",
            "Make the labels of the template match the selector."),
    TNR013(
            LintSeverity.WARNING,
            "service-selects-nothing",
            "A service selects no pod.",
            "It has no endpoints.",
            "Correct the selector, or remove the service."),
    TNR014(
            LintSeverity.WARNING,
            "zone-does-not-fit",
            "The other zones have too little room for the pods of one zone.",
            "When that zone is lost, pods stay pending.",
            "Add nodes, or lower requests."),
    TNR015(
            LintSeverity.INFO,
            "deprecated-taint-key",
            "A taint or toleration has a key that Kubernetes gave up.",
            "Nothing sets or honours it any more, so a toleration of it permits nothing.",
            "Use the key that took its place."),
    TNR016(
            LintSeverity.INFO,
            "deprecated-label",
            "A pod asks for a label that is deprecated.",
            "New nodes may lack it, and the pod stays pending.",
            "Use the label that took its place."),
    TNR017(
            LintSeverity.WARNING,
            "pool-differs",
            "A node of a pool has other taints than most nodes of the pool.",
            "It was changed by hand, or keeps what its pool's template lost; its successor will differ.",
            "Bring the node or the pool's template into line."),
    TNR018(
            LintSeverity.ERROR,
            "seconds-without-no-execute",
            "tolerationSeconds stands with another effect than NoExecute.",
            "The API server refuses it.",
            "Remove tolerationSeconds, or write effect NoExecute."),
    TNR019(
            LintSeverity.ERROR,
            "exists-with-value",
            "A toleration with operator Exists has a value.",
            "The API server refuses it.",
            "Remove the value, or write operator Equal."),
    TNR020(
            LintSeverity.WARNING,
            "comparison-operator",
            "A toleration uses operator Lt or Gt.",
            "They count only behind the feature gate TaintTolerationComparisonOperators, which is off by default.",
            "Switch the gate on everywhere, or use Equal."),
    TNR021(
            LintSeverity.WARNING,
            "duplicate-toleration",
            "Two tolerations consent to the same.",
            "Only the first says for how long.",
            "Keep one of them."),
    TNR022(
            LintSeverity.WARNING,
            "stay-of-nothing",
            "A toleration has tolerationSeconds of zero or less.",
            "The pod leaves at once, as if it did not tolerate the taint; yet it is placed there again.",
            "Remove the toleration, or give it a positive stay."),
    TNR023(
            LintSeverity.WARNING,
            "pressure-without-requests",
            "A pod without requests tolerates memory-pressure.",
            "It is placed on nodes short of memory and is the first to be evicted there.",
            "Give its containers requests, or remove the toleration."),
    TNR024(
            LintSeverity.WARNING,
            "critical-priority",
            "A pod outside kube-system has a priority class of the system.",
            "It may preempt all others, and node pressure spares it.",
            "Use a priority class of your own."),
    TNR025(
            LintSeverity.INFO,
            "local-data",
            "Pods of a StatefulSet keep data in an emptyDir on the node's disk.",
            "The data is lost with every eviction, though the pod keeps its name.",
            "Use a volume claim template, or medium Memory where it is only a cache."),
    TNR026(
            LintSeverity.WARNING,
            "spread-counts-tainted",
            "A spread constraint with DoNotSchedule counts nodes whose taints the pod does not tolerate.",
            "Their domains stay empty, so that pods elsewhere stay pending.",
            "Set nodeTaintsPolicy: Honor."),
    TNR027(
            LintSeverity.INFO,
            "static-stay",
            "A static pod has tolerationSeconds.",
            "The kubelet runs it whatever the taints are: the stay ends only its copy in the API, which is made again.",
            "Remove tolerationSeconds."),
    TNR028(
            LintSeverity.WARNING,
            "selects-no-node",
            "A node selector or required node affinity matches no node.",
            "The pods stay pending.",
            "Correct the labels, or add nodes."),
    TNR029(
            LintSeverity.ERROR,
            "pool-not-tolerated",
            "Every node that a pod asks for bears a taint that it does not tolerate.",
            "The pods stay pending, or leave.",
            "Add the toleration."),
    TNR030(
            LintSeverity.ERROR,
            "no-key-without-exists",
            "A toleration without a key has another operator than Exists.",
            "The API server refuses it.",
            "Give it a key, or write operator Exists."),
    TNR031(
            LintSeverity.WARNING,
            "out-of-service-ready",
            "A node that is ready bears the taint out-of-service.",
            "Pods on it are ended by force and their volumes detached while the node runs.",
            "Remove the taint."),
    TNR032(
            LintSeverity.WARNING,
            "tolerates-cordon",
            "A pod that is not of a DaemonSet tolerates unschedulable.",
            "It is placed on cordoned nodes, so that a drain brings it back to where it left.",
            "Remove the toleration."),
    TNR033(
            LintSeverity.WARNING,
            "machine-set-differs",
            "A node has other taints or labels than the template of its machine set.",
            "A change of the template reaches only machines that are made later: the next one will differ from this node.",
            "Change the node as the template says, or delete its machine so that a new one is made."),
    TNR034(
            LintSeverity.ERROR,
            "unknown-word",
            "A taint or toleration has an effect or operator that there is not.",
            "The API server refuses it.",
            "Correct the word."),
    TNR035(
            LintSeverity.WARNING,
            "stale-taint",
            "A node bears a taint that a controller keeps, and its reason is over.",
            "The node stays empty, or loses its pods, for nothing: the controller does not run, or somebody set the"
                    + " taint by hand.",
            "See that the controller runs; if it does, and the taint stays, remove it."),
    TNR036(
            LintSeverity.WARNING,
            "names-node",
            "The template of a workload names a node.",
            "The scheduler is not asked. When the node does not take such a pod, the controller makes another one at once, for"
                    + " the same node, without end.",
            "Remove nodeName; to ask for the node, use a node selector on kubernetes.io/hostname."),
    TNR037(
            LintSeverity.WARNING,
            "tolerates-its-eviction",
            "A pod that is not of a DaemonSet tolerates disk-pressure or pid-pressure.",
            "A node evicts it for that, and it is placed there again, and evicted again.",
            "Remove the toleration."),
    TNR038(
            LintSeverity.INFO,
            "daemon-without-requests",
            "The pods of a DaemonSet have no requests.",
            "They are the first that a node short of memory evicts. Their controller has them tolerate memory-pressure and makes"
                    + " them there again, and again.",
            "Give their containers requests, or a priority class of the system."),
    TNR039(
            LintSeverity.WARNING,
            "readiness-evicts",
            "A rule of node readiness makes pods leave again and again, on any number of nodes.",
            "When those who report its conditions fail everywhere, all nodes are emptied at once.",
            "Let it keep pods off only (NoSchedule), or limit it by the annotation tenure.dev/max-tainted-nodes."),
    TNR040(
            LintSeverity.INFO,
            "readiness-reporter-kept-off",
            "No DaemonSet tolerates the taint of a rule of node readiness.",
            "If a pod on the node is to report the conditions, it cannot come there, and the node is never ready.",
            "Give the DaemonSet that reports the conditions a toleration for the taint, unless they are reported"
                    + " from outside."),
    TNR041(
            LintSeverity.WARNING,
            "readiness-rules-share-taint",
            "Two rules of node readiness keep the same taint on a node.",
            "The project's controller sets it and takes it away without end; Tenure's keeps it until both are"
                    + " content.",
            "Give each rule a taint of its own, or write one rule with the conditions of both."),
    TNR042(
            LintSeverity.WARNING,
            "taint-overdue",
            "The time of a taint is over, and it is still there.",
            "Nobody takes it away: no controller keeps the terms of taints in this cluster, or it may not write nodes.",
            "Take the taint away, and run `tenure controllers --controllers=taint-term`."),
    TNR043(
            LintSeverity.WARNING,
            "taint-term-unreadable",
            "The term of a taint cannot be read.",
            "The taint stays for ever.",
            "Write TAINT until TIME, for example maintenance=disk:NoExecute until 2026-11-30T14:00:00Z by alice: ticket"
                    + " 4711."),
    TNR044(
            LintSeverity.INFO,
            "replacement-impossible",
            "A policy of taint evictions wants replacements first of pods that cannot have any.",
            "Only a Deployment whose rollouts make a pod more has another pod before one leaves: not one with the strategy"
                    + " Recreate or a maxSurge of 0, nor other workloads. Their pods leave as without it.",
            "Give the Deployment a maxSurge, or let the policy respect disruption budgets, too."),
    TNR045(
            LintSeverity.WARNING,
            "also-evict-in-vain",
            "A policy of taint evictions asks that pods leave because of taints for which nobody will.",
            "Pods that a policy tolerates for ever never leave. Taints of silent nodes count by their twins with NoExecute"
                    + " alone, and others that the cluster itself sets only where their key is named.",
            "Take alsoEvictFor or tolerate out, or write a policy of its own for each; name the keys of the cluster's taints"
                    + " one by one."),
    TNR046(
            LintSeverity.WARNING,
            "pause-without-breaker",
            "A FailedPodRetention pauses owners of pods that fail again and again, and nothing refuses their pods.",
            "The pause is kept by an admission policy with the retention as its parameter; without it, or a binding that"
                    + " denies, the owner is only told, and makes pods as before.",
            "kubectl apply -f deploy/loop-breaker.yaml"),
    TNR047(
            LintSeverity.ERROR,
            "expression-fails",
            "A policy of taint evictions has an expression that cannot be answered.",
            "Its entry counts as if it were not there: taints are not meant that should be, or are that should not.",
            "Write it in CEL over taint.key, taint.value and taint.effect, which are text; ask what a value is like before"
                    + " it is read as a number.");

    private final LintSeverity severity;
    private final String label;
    private final String what;
    private final String why;
    private final String remedy;

    LintCheck(LintSeverity severity, String label, String what, String why, String remedy) {
        this.severity = severity;
        this.label = label;
        this.what = what;
        this.why = why;
        this.remedy = remedy;
    }

    /// Without settings.
    public LintSeverity severity() {
        return severity;
    }

    /// A name for people, for example `two-budgets`.
    public String label() {
        return label;
    }

    /// What was found, as a sentence.
    public String what() {
        return what;
    }

    /// What it leads to.
    public String why() {
        return why;
    }

    /// What to do.
    public String remedy() {
        return remedy;
    }
}
