package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.ranking.PodRankingRule;
import dev.tenure.kubelet.eviction.ranking.PodRankingRule.Standing;
import dev.tenure.kubelet.eviction.reclaim.ReclaimRule;
import dev.tenure.kubelet.eviction.signal.Observation;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.eviction.threshold.ThresholdValue;
import dev.tenure.model.core.Pod;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What `/tenure/v1/node-pressure` shows of nodes, as JSON: every signal with what is left, its thresholds
/// and what it was; what the node would clean up for it and in which order pods would go; conditions with the
/// end of their transition period; what the node did. Amounts are bytes, or numbers of inodes and tasks;
/// times are those of the wall clock. Pure.
final class NodePressurePage {
    private static final int NODES_MAX = 200;
    private static final int RANKING_MAX = 100;
    private static final BigDecimal PERCENT = BigDecimal.valueOf(100);
    private static final MathContext FLOAT = new MathContext(6);

    private NodePressurePage() {}

    /// One moment by both clocks.
    record Clock(Instant wall, Instant steady) {
        private String shown(Instant moment) {
            return wall.plus(Duration.between(steady, moment)).toString();
        }
    }

    /// @param last when the node was last looked at
    record Looks(Duration every, Optional<Instant> last, PressureHistoryState history) {}

    /// A signal's nearest threshold.
    ///
    /// @param margin what is left above it, as a share of what could be: 1 when nothing is used, below 0 when
    ///     met
    private record Nearest(Signal signal, Quantity available, Quantity threshold, double margin) {}

    static ObjectNode all(Instant now, Map<String, PressureView> views) {
        ObjectNode page = Json.object().put("now", now.toString()).put("watched", views.size());
        ArrayNode nodes = page.putArray("nodes");
        views.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, PressureView> each) ->
                                nearest(each.getValue()).map(Nearest::margin).orElse(1.0))
                        .thenComparing(Map.Entry::getKey))
                .limit(NODES_MAX)
                .forEach(each -> {
                    ObjectNode node = nodes.addObject().put("node", each.getKey());
                    ArrayNode list = node.putArray("conditions");
                    each.getValue().conditions().stream()
                            .map(PressureCondition::type)
                            .sorted()
                            .forEach(list::add);
                    nearest(each.getValue())
                            .ifPresent(near -> node.putObject("nearest")
                                    .put("signal", near.signal().word())
                                    .put("unit", unit(near.signal()))
                                    .put("available", near.available().value())
                                    .put("threshold", near.threshold().value())
                                    .put("margin", near.margin()));
                });
        return page;
    }

    private static Optional<Nearest> nearest(PressureView view) {
        return view.thresholds().stream()
                .flatMap(standing -> nearest(view, standing.threshold()).stream())
                .min(Comparator.comparingDouble(Nearest::margin));
    }

    private static Optional<Nearest> nearest(PressureView view, Threshold threshold) {
        return view.seen().of(threshold.signal()).map(seen -> {
            Quantity wanted = threshold.value().of(seen.capacity());
            double most = Math.max(1, seen.capacity().minus(wanted).toDouble());
            double margin = seen.available().minus(wanted).toDouble() / most;
            return new Nearest(threshold.signal(), seen.available(), wanted, margin);
        });
    }

    /// A node that is looked at.
    ///
    /// @param pods that hold resources of it
    static ObjectNode of(Clock now, String node, PressureView view, List<Pod> pods, Looks looks) {
        ObjectNode page = Json.object()
                .put("node", node)
                .put("now", now.wall().toString())
                .put("watched", true);
        page.put("everySeconds", looks.every().toSeconds());
        looks.last().ifPresent(last -> page.put("looked", now.shown(last)));
        fill(page, now, view, pods);
        for (var signal : page.withArray("signals")) {
            Signal.ofWord(signal.path("signal").asText()).ifPresent(known -> {
                ArrayNode line = ((ObjectNode) signal).putArray("history");
                looks.history().points(known).forEach(point -> {
                    ArrayNode row = line.addArray().add(now.shown(point.at())).add(point.available());
                    if (point.moved()) {
                        row.add(point.least()).add(point.most());
                    }
                });
            });
        }
        ArrayNode deeds = page.putArray("deeds");
        looks.history()
                .deeds()
                .forEach(deed -> deeds.addObject()
                        .put("at", now.shown(deed.at()))
                        .put("kind", deed.kind())
                        .put("text", deed.text())
                        .put("pod", deed.pod()));
        return page;
    }

    /// A node that nobody need look at; it has no history.
    static ObjectNode unwatched(Clock now, String node, PressureView view, List<Pod> pods) {
        ObjectNode page = Json.object()
                .put("node", node)
                .put("now", now.wall().toString())
                .put("watched", false);
        fill(page, now, view, pods);
        return page;
    }

    private static void fill(ObjectNode page, Clock now, PressureView view, List<Pod> pods) {
        Duration transition = view.settings().transitionPeriod();
        page.put("transitionPeriodSeconds", transition.toSeconds())
                .put("maxPodGraceSeconds", view.settings().maxPodGraceSeconds());
        view.layout().ifPresent(layout -> page.put("layout", layout.name().toLowerCase(Locale.ROOT)));
        ArrayNode conditions = page.putArray("conditions");
        view.lastSeen().entrySet().stream()
                .filter(each -> view.conditions().contains(each.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> conditions
                        .addObject()
                        .put("type", each.getKey().type())
                        .put("firstSeen", now.shown(view.firstSeen().getOrDefault(each.getKey(), each.getValue())))
                        .put("lastSeen", now.shown(each.getValue()))
                        .put("ends", now.shown(each.getValue().plus(transition))));
        ArrayNode signals = page.putArray("signals");
        Stream.of(Signal.values())
                .filter(signal -> thresholds(view, signal).findAny().isPresent()
                        || view.seen().of(signal).isPresent())
                .forEach(signal -> signals.add(signal(signal, now, view, pods)));
    }

    private static Stream<PressureView.Standing> thresholds(PressureView view, Signal signal) {
        return view.thresholds().stream().filter(each -> each.threshold().signal() == signal);
    }

    private static ObjectNode signal(Signal signal, Clock now, PressureView view, List<Pod> pods) {
        ObjectNode shown = Json.object().put("signal", signal.word()).put("unit", unit(signal));
        shown.put("condition", signal.condition().type());
        Optional<Observation> seen = view.seen().of(signal);
        seen.ifPresent(
                observation -> shown.put("available", observation.available().value())
                        .put("capacity", observation.capacity().value()));
        ArrayNode thresholds = shown.putArray("thresholds");
        thresholds(view, signal).forEach(each -> thresholds.add(threshold(each, now, seen)));
        view.layout().ifPresent(layout -> {
            ArrayNode steps = shown.putArray("reclaim");
            ReclaimRule.steps(signal, layout).forEach(step -> steps.add(step.word()));
            ranking(signal, layout, view, pods, shown);
        });
        return shown;
    }

    private static String unit(Signal signal) {
        return signal.format() == Quantity.Format.BINARY_SI ? "bytes" : signal.resource();
    }

    private static ObjectNode threshold(PressureView.Standing standing, Clock now, Optional<Observation> seen) {
        Threshold threshold = standing.threshold();
        ObjectNode shown = Json.object()
                .put("kind", threshold.hard() ? "hard" : "soft")
                .put("value", text(threshold.value()))
                .put("graceSeconds", threshold.grace().toSeconds())
                .put("lasting", standing.lasting());
        threshold.minReclaim().ifPresent(reclaim -> shown.put("minReclaim", text(reclaim)));
        seen.ifPresent(observation -> {
            Quantity amount = threshold.value().of(observation.capacity());
            shown.put("amount", amount.value()).put("met", amount.compareTo(observation.available()) > 0);
            threshold
                    .minReclaim()
                    .ifPresent(reclaim -> shown.put(
                            "minReclaimAmount",
                            reclaim.of(observation.capacity()).value()));
        });
        standing.since()
                .ifPresent(since ->
                        shown.put("since", now.shown(since)).put("acts", now.shown(since.plus(threshold.grace()))));
        return shown;
    }

    private static String text(ThresholdValue value) {
        return switch (value) {
            case ThresholdValue.Amount(Quantity quantity) -> quantity.toString();
            case ThresholdValue.Share(float fraction)
            when Float.isFinite(fraction) ->
                new BigDecimal(fraction)
                                .multiply(PERCENT)
                                .round(FLOAT)
                                .stripTrailingZeros()
                                .toPlainString()
                        + "%";
            case ThresholdValue.Share(float fraction) -> fraction + "";
        };
    }

    private static void ranking(
            Signal signal, FilesystemLayout layout, PressureView view, List<Pod> pods, ObjectNode shown) {
        view.summary().ifPresent(summary -> {
            ArrayNode ranking = shown.putArray("ranking");
            List<Standing> all = PodRankingRule.standings(signal, layout, pods, summary);
            shown.put("rankingTotal", all.size());
            all.stream().limit(RANKING_MAX).forEach(each -> ranking.add(standing(each)));
        });
    }

    private static ObjectNode standing(Standing standing) {
        Pod pod = standing.pod();
        ObjectNode shown = Json.object()
                .put("namespace", pod.meta().namespace())
                .put("pod", pod.meta().name())
                .put("priority", pod.spec().priority())
                .put("requested", standing.requested().value())
                .put("exceeds", standing.exceeds())
                .put("critical", PodRule.critical(pod))
                .put("leaving", pod.meta().deleting());
        standing.used().ifPresent(used -> shown.put("used", used));
        return shown;
    }
}
