package dev.tenure.plan.report;

import dev.tenure.plan.timeline.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A timeline in the words that its forms for people share. Stateless.
public final class TimelineWords {
    private TimelineWords() {}

    /// When, who, where, why and what then, in order of time, with a row for the present.
    public static List<List<String>> rows(Timeline timeline) {
        var rows = new ArrayList<List<String>>();
        timeline.past()
                .forEach(each -> rows.add(List.of(
                        ago(Duration.between(each.at(), timeline.moment())),
                        each.namespace() + "/" + each.name(),
                        each.node().isEmpty() ? "unknown" : each.node(),
                        PlanWords.because(each.cause(), each.why()),
                        each.since().words())));
        rows.add(List.of("now", "", "", "", ""));
        timeline.coming()
                .status()
                .pods()
                .forEach(pod -> rows.add(List.of(
                        (pod.leavesAfter().isPresent() ? "in " : "") + PlanWords.leaves(pod),
                        PlanWords.name(pod),
                        pod.node(),
                        PlanWords.because(pod),
                        PlanWords.then(pod))));
        return rows;
    }

    /// The closing line.
    public static String closing(Timeline timeline) {
        return "Timeline: %d left before, %d coming"
                .formatted(
                        timeline.past().size(),
                        timeline.coming().status().pods().stream()
                                .filter(pod -> pod.leavesAfter().isPresent())
                                .count());
    }

    /// `5m0s ago`; what a clock that is ahead wrote is just now.
    static String ago(Duration time) {
        return PlanWords.time(time.isNegative() ? Duration.ZERO : time) + " ago";
    }
}
