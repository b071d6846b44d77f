package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.tainteviction.policy.PolicyState.Answer;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.controllers.workload.EvictionMetrics;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Carries out the evictions that are due, tries those again that fail, counts and announces them. Confined
/// to one loop.
final class EvictionSender {
    private static final System.Logger LOG = System.getLogger(EvictionSender.class.getPackageName());

    /// Whom it works for.
    interface Principal {
        /// Whether an eviction is still wanted; asked before each further attempt.
        boolean stands(EvictionOrder order);

        /// An eviction has ended, well or not; of one that failed this was the last attempt.
        void ended(EvictionOrder order, Answer.Go go, PodEvictor.Result result);
    }

    private final EventLoop loop;
    private final PodEvictor evictor;
    private final EvictionAnnouncements announcements;
    private final EvictionMetrics metrics;
    private final Principal principal;
    /// Pods for which the eviction API was asked, until they are forgotten or stay.
    private final Set<String> asked = new HashSet<>();
    /// First attempts that have not ended.
    private int underWay;

    EvictionSender(
            EventLoop loop,
            PodEvictor evictor,
            EvictionAnnouncements announcements,
            EvictionMetrics metrics,
            Principal principal) {
        this.loop = loop;
        this.evictor = evictor;
        this.announcements = announcements;
        this.metrics = metrics;
        this.principal = principal;
    }

    /// Makes a pod leave.
    void evict(EvictionOrder order, Answer.Go go) {
        underWay++;
        if (go.asksBudgets()) {
            asked.add(order.pod().uid());
        }
        send(order, go, outcome -> {
            underWay--;
            if (!(outcome instanceof Outcome.Done<PodEvictor.Result>(PodEvictor.Result.Refused _))) {
                announcements.marked(order.pod(), underWay);
            }
            ended(order, go, outcome, 1);
        });
    }

    private void send(EvictionOrder order, Answer.Go go, Consumer<Outcome<PodEvictor.Result>> done) {
        StoredObject pod = order.pod();
        Instant now = loop.time().wall();
        loop.work(
                "evict", () -> go.asksBudgets() ? evictor.askFor(pod) : evictor.evict(pod, order.effect(), now), done);
    }

    private void ended(EvictionOrder order, Answer.Go go, Outcome<PodEvictor.Result> outcome, int attempt) {
        PodEvictor.Result result = switch (outcome) {
            case Outcome.Done<PodEvictor.Result>(var done) -> done;
            case Outcome.Failed<PodEvictor.Result>(var cause) -> new PodEvictor.Result.Failed(String.valueOf(cause));
        };
        switch (result) {
            case PodEvictor.Result.Failed _
            when attempt < RetryRule.ATTEMPTS_MAX -> {
                retry(order, go, attempt);
                return;
            }
            case PodEvictor.Result.Failed(var why) -> {
                LOG.log(System.Logger.Level.WARNING, "cannot evict pod {0}: {1}", order.qualifiedName(), why);
                forget(order.pod().uid());
            }
            case PodEvictor.Result.Refused _ -> forget(order.pod().uid());
            case PodEvictor.Result.Evicted _ ->
                metrics.evicted(loop.time().now().since(order.due()));
            case PodEvictor.Result.Gone _ -> {
                // somebody else was faster
            }
        }
        principal.ended(order, go, result);
    }

    private void retry(EvictionOrder order, Answer.Go go, int attempt) {
        Tick next = loop.time().now().plus(RetryRule.PAUSE);
        loop.alarm("retry-" + order.pod().uid(), next, () -> {
            if (principal.stands(order)) {
                send(order, go, outcome -> ended(order, go, outcome, attempt + 1));
            }
        });
    }

    /// Whether the eviction API was asked for a pod, which then tells of itself as the cause.
    boolean askedFor(String uid) {
        return asked.contains(uid);
    }

    /// The pod is gone, or stays.
    void forget(String uid) {
        asked.remove(uid);
    }
}
