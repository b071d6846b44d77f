package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What a forecast says, in the words that all its forms for people share. Stateless.
public final class PlanWords {
    private static final long SECONDS_SHORT = 120;
    private static final long MINUTE = 60;
    private static final long HOUR = 3600;

    /// What the API server writes at each pod that it evicts.
    private static final String EVICTED = "Eviction API: evicting";

    /// Where the controllers' accounts are.
    private static final String SYSTEM_ACCOUNT = "system:serviceaccount:kube-system:";

    private PlanWords() {}

    /// The cells of a pod's row: when it leaves, its name, its node, why, and what becomes of it.
    static List<String> cells(LeavingPod pod) {
        return List.of(leaves(pod), name(pod), pod.node(), because(pod), then(pod));
    }

    /// The pod, and among how many alike chance chose it.
    public static String name(LeavingPod pod) {
        String name = pod.namespace() + "/" + pod.name();
        return pod.tiedPods() > 1 ? name + " or another of %d alike".formatted(pod.tiedPods()) : name;
    }

    /// When a pod leaves, and between which moments it may where that is not seen from outside; `stays` when
    /// it is kept.
    public static String leaves(LeavingPod pod) {
        return pod.leavesAfter().map(PlanWords::time).orElse("stays") + between(pod);
    }

    private static String between(LeavingPod pod) {
        return pod.between()
                .filter(span -> !time(span.earliest()).equals(time(span.latest())))
                .map(span -> " (%s-%s)".formatted(time(span.earliest()), time(span.latest())))
                .orElse("");
    }

    /// Why a pod leaves, or why it stays although it should.
    public static String because(LeavingPod pod) {
        return because(pod.cause(), pod.why());
    }

    /// A cause and what is known beyond it, in one phrase.
    static String because(String cause, String why) {
        if (why.equals(EVICTED)) {
            return "evicted through the API";
        }
        if (why.isEmpty() || why.startsWith(cause + " ")) {
            return why.isEmpty() ? cause : why;
        }
        return cause + ": " + why.replace(SYSTEM_ACCOUNT, "");
    }

    /// What becomes of a pod's place.
    public static String then(LeavingPod pod) {
        return switch (pod.outcome()) {
            case Outcome.Replaced replaced ->
                "%s on %s%s%s%s"
                        .formatted(
                                replaced.name(),
                                replaced.node(),
                                ties(replaced.tiedNodes()),
                                ready(replaced.readyAfter()),
                                replaced.filledAfter().map(PlanWords::filled).orElse(""));
            case Outcome.Pending pending -> pending(pending);
            case Outcome.Lost lost -> "lost: " + lost.why();
            case Outcome.NotReplaced not -> not.why();
        };
    }

    /// A pod that waits for a node, and the smallest change that would help.
    public static String pending(Outcome.Pending pending) {
        String who = pending.name().isEmpty() ? "pending" : pending.name() + " pending";
        String what = pending.message().isEmpty() ? who : who + ": " + brief(pending.message());
        return pending.remedies().isEmpty()
                ? what
                : what + " (it would help to " + pending.remedies().getFirst() + ")";
    }

    /// A scheduler's refusal as far as its sentence about the nodes goes: what preemption has to say repeats
    /// it at four times the length. Documents hold the whole.
    public static String brief(String refusal) {
        int nodes = refusal.indexOf(" nodes are available: ");
        int end = refusal.indexOf(". ", Math.max(nodes, 0));
        return nodes < 0 || end < 0 ? refusal : refusal.substring(0, end);
    }

    /// Says that a node was chosen by chance; empty when it was not.
    public static String ties(int nodes) {
        return nodes > 1 ? " or another of %d as good".formatted(nodes) : "";
    }

    /// `, ready after 12s`.
    public static String ready(Optional<Duration> after) {
        return after.map(time -> ", ready after " + time(time)).orElse(", not ready by the end");
    }

    private static String filled(Duration after) {
        return " (another one, ready after %s, left again)".formatted(time(after));
    }

    /// The closing line of a plan, with the pods of which no other one is wanted, those that are kept, and
    /// those that are new, where there are some.
    public static String closing(EvictionPlan plan) {
        var line = new StringBuilder(closing(plan.status().summary()));
        long made = plan.status().newPods().stream()
                .filter(pod -> pod.pending().isEmpty())
                .count();
        append(line, plan.notReplaced(), "not wanted elsewhere");
        append(line, plan.kept(), "kept");
        append(line, made, "new");
        return line.toString();
    }

    private static void append(StringBuilder line, long pods, String what) {
        if (pods > 0) {
            line.append(", ").append(pods).append(' ').append(what);
        }
    }

    /// The closing line.
    public static String closing(Summary summary) {
        var line = new StringBuilder("Plan: %d evicted, %d re-placed, %d pending, %d %s broken"
                .formatted(
                        summary.evicted(),
                        summary.replaced(),
                        summary.pending(),
                        summary.budgetsBroken(),
                        summary.budgetsBroken() == 1 ? "budget" : "budgets"));
        append(line, summary.lost(), "lost");
        append(line, summary.dataLost(), "losing local data");
        return line.toString();
    }

    /// A moment in whole seconds.
    public static String moment(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// From the first to the last one: `45s-5m0s`, or `45s` where they read alike.
    ///
    /// @param times in their order, at least one
    static String range(List<Duration> times) {
        String first = time(times.getFirst());
        String last = time(times.getLast());
        return first.equals(last) ? first : first + "-" + last;
    }

    /// A time as kubectl writes ages: `45s`, `5m0s`, `2h3m0s`.
    public static String time(Duration time) {
        long seconds = Math.round(time.toMillis() / 1000.0);
        if (seconds < SECONDS_SHORT) {
            return seconds + "s";
        }
        String rest = "%dm%ds".formatted(seconds % HOUR / MINUTE, seconds % MINUTE);
        return seconds < HOUR ? rest : seconds / HOUR + "h" + rest;
    }
}
