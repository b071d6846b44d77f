package dev.tenure.controllers.podautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.podautoscaler.ScalingLimitsRule.Limits;
import dev.tenure.controllers.podautoscaler.ScalingLimitsRule.Wish;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How far a size follows what metrics ask for.
final class ScalingLimitsRuleTest {
    private static final Instant BEGIN = Measurements.NOW;

    private ScaleHistory history = ScaleHistory.NONE;

    /// @param behavior of the spec, or empty for none
    private static Autoscaler autoscaler(int min, int max, String behavior) {
        String more = behavior.isEmpty() ? "" : ", 'behavior': " + behavior;
        var content = Document.of(
                Measurements.json("{'spec': {'minReplicas': %d, 'maxReplicas': %d%s}}".formatted(min, max, more)));
        var header = new StoredObject.Header(
                ResourceTypes.HORIZONTAL_POD_AUTOSCALERS.key("shop", "web"), "u", Map.of(), List.of(), Map.of(), false);
        return Autoscaler.of(
                new StoredObject(header, content, 1, Views.reader(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS)));
    }

    /// Decides at a second, and remembers it.
    private Limits at(int second, Autoscaler autoscaler, int present, int wanted) {
        Instant now = BEGIN.plusSeconds(second);
        Limits limits = ScalingLimitsRule.limits(
                new Wish(autoscaler, present, wanted, AutoscalerSettings.STANDARD, now),
                history.begunWith(present, now));
        history = limits.history();
        if (limits.replicas() != present && autoscaler.behavior().isPresent()) {
            history = history.scaled(
                    present, limits.replicas(), autoscaler.behavior().get(), now);
        }
        return limits;
    }

    private static void check(Limits limits, int replicas, String able, boolean limited, String limit) {
        assertThat(limits.replicas()).isEqualTo(replicas);
        assertThat(limits.able().reason()).isEqualTo(able);
        assertThat(limits.limited()).isEqualTo(limited);
        assertThat(limits.limit().reason()).isEqualTo(limit);
    }

    @Test
    void aSizeAtMostDoublesAtOnce() {
        Autoscaler wide = autoscaler(1, 100, "");
        check(at(0, wide, 1, 30), 4, "ReadyForNewScale", true, "ScaleUpLimit");
        check(at(15, wide, 4, 30), 8, "ReadyForNewScale", true, "ScaleUpLimit");
        check(at(30, wide, 8, 30), 16, "ReadyForNewScale", true, "ScaleUpLimit");
        check(at(45, wide, 16, 30), 30, "ReadyForNewScale", false, "DesiredWithinRange");
    }

    @Test
    void boundsHold() {
        Autoscaler narrow = autoscaler(2, 6, "");
        check(at(0, narrow, 4, 9), 6, "ReadyForNewScale", true, "TooManyReplicas");
        history = ScaleHistory.NONE;
        check(at(0, narrow, 2, 1), 2, "ScaleDownStabilized", false, "DesiredWithinRange");
        check(at(400, narrow, 2, 1), 2, "ReadyForNewScale", true, "TooFewReplicas");
    }

    @Test
    void theHighestRecommendationOfFiveMinutesHolds() {
        Autoscaler web = autoscaler(1, 20, "");
        check(at(0, web, 8, 10), 10, "ReadyForNewScale", false, "DesiredWithinRange");
        check(at(15, web, 10, 3), 10, "ScaleDownStabilized", false, "DesiredWithinRange");
        check(at(300, web, 10, 3), 10, "ScaleDownStabilized", false, "DesiredWithinRange");
        check(at(301, web, 10, 3), 3, "ReadyForNewScale", false, "DesiredWithinRange");
    }

    @Test
    void whatIsTooOldGivesItsPlace() {
        Autoscaler web = autoscaler(1, 20, "");
        for (int second = 0; second < 100 * 15; second += 15) {
            at(second, web, 5, 5);
        }
        assertThat(history.recommendations()).hasSizeLessThanOrEqualTo(23);
    }

    private static final String DEFAULTS = """
        {'scaleUp': {'stabilizationWindowSeconds': 0, 'selectPolicy': '%s', 'policies': [
            {'type': 'Pods', 'value': 4, 'periodSeconds': 60}, {'type': 'Percent', 'value': 100, 'periodSeconds': 60}]},
         'scaleDown': {'stabilizationWindowSeconds': 0, 'selectPolicy': '%s', 'policies': [
            {'type': 'Pods', 'value': 4, 'periodSeconds': 60}, {'type': 'Percent', 'value': 50, 'periodSeconds': 60}]}}
        """;

    @Test
    void policiesSayHowManyComeInAPeriod() {
        Autoscaler most = autoscaler(1, 100, DEFAULTS.formatted("Max", "Max"));
        check(at(0, most, 3, 50), 7, "ReadyForNewScale", true, "ScaleUpLimit");
        check(at(30, most, 7, 50), 7, "ReadyForNewScale", true, "ScaleUpLimit");
        check(at(61, most, 7, 50), 14, "ReadyForNewScale", true, "ScaleUpLimit");
        history = ScaleHistory.NONE;
        Autoscaler least = autoscaler(1, 100, DEFAULTS.formatted("Min", "Max"));
        check(at(0, least, 3, 50), 6, "ReadyForNewScale", true, "ScaleUpLimit");
        check(at(61, least, 6, 8), 8, "ReadyForNewScale", false, "DesiredWithinRange");
        check(
                at(200, autoscaler(1, 9, DEFAULTS.formatted("Max", "Max")), 8, 30),
                9,
                "ReadyForNewScale",
                true,
                "TooManyReplicas");
    }

    @Test
    void policiesSayHowManyGoInAPeriod() {
        Autoscaler most = autoscaler(1, 100, DEFAULTS.formatted("Max", "Max"));
        check(at(0, most, 20, 2), 10, "ReadyForNewScale", true, "ScaleDownLimit");
        check(at(30, most, 10, 2), 10, "ReadyForNewScale", true, "ScaleDownLimit");
        check(at(61, most, 10, 2), 5, "ReadyForNewScale", true, "ScaleDownLimit");
        history = ScaleHistory.NONE;
        Autoscaler least = autoscaler(3, 100, DEFAULTS.formatted("Max", "Min"));
        check(at(0, least, 20, 2), 16, "ReadyForNewScale", true, "ScaleDownLimit");
        check(at(61, least, 5, 2), 3, "ReadyForNewScale", true, "TooFewReplicas");
    }

    @Test
    void whatCameInAPeriodMayGoInItAgain() {
        Autoscaler most = autoscaler(1, 100, DEFAULTS.formatted("Max", "Max"));
        check(at(0, most, 10, 20), 20, "ReadyForNewScale", false, "DesiredWithinRange");
        // the period began with 10, of which half may go
        check(at(30, most, 20, 1), 5, "ReadyForNewScale", true, "ScaleDownLimit");
    }

    @Test
    void aDirectionCanBeForbidden() {
        Autoscaler neither = autoscaler(1, 100, DEFAULTS.formatted("Disabled", "Disabled"));
        check(at(0, neither, 10, 20), 10, "ReadyForNewScale", true, "ScaleUpLimit");
        check(at(15, neither, 10, 2), 10, "ReadyForNewScale", true, "ScaleDownLimit");
    }

    @Test
    void bothDirectionsAreStabilized() {
        Autoscaler slow = autoscaler(1, 100, """
            {'scaleUp': {'stabilizationWindowSeconds': 60, 'selectPolicy': 'Max', 'policies': [
                {'type': 'Percent', 'value': 1000, 'periodSeconds': 15}]},
             'scaleDown': {'selectPolicy': 'Max', 'policies': [{'type': 'Percent', 'value': 100, 'periodSeconds': 15}]}}
            """);
        check(at(0, slow, 5, 9), 5, "ScaleUpStabilized", false, "DesiredWithinRange");
        check(at(15, slow, 5, 8), 5, "ScaleUpStabilized", false, "DesiredWithinRange");
        check(at(61, slow, 5, 12), 8, "ScaleUpStabilized", false, "DesiredWithinRange");
        check(at(76, slow, 8, 2), 8, "ScaleDownStabilized", false, "DesiredWithinRange");
        // where it says nothing the five minutes that all have in common hold
        check(at(377, slow, 8, 2), 2, "ReadyForNewScale", false, "DesiredWithinRange");
    }
}
