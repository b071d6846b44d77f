package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.print.ComparisonText;
import dev.tenure.cli.print.PlanText;
import dev.tenure.cli.print.PressureText;
import dev.tenure.cli.print.ReplayText;
import dev.tenure.cli.print.ResilienceText;
import dev.tenure.cli.print.Screen;
import dev.tenure.cli.print.TimelineText;
import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.ComparisonDocument;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.metrics.PressureReplayDocument;
import dev.tenure.plan.metrics.PressureReplayDocument.Side;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.report.PlanHtml;
import dev.tenure.plan.report.PlanMarkdown;
import dev.tenure.plan.report.ResilienceDocument;
import dev.tenure.plan.report.TimelineDocument;
import dev.tenure.plan.report.TimelineHtml;
import dev.tenure.plan.report.TwoPlansHtml;
import dev.tenure.plan.resilience.ResilienceReport;
import dev.tenure.plan.timeline.Timeline;
import dev.tenure.plan.trace.Replay;
import dev.tenure.plan.trace.ReplayDocument;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Plans, what is like one, and what two of them differ in, in any of the forms in which they are printed.
/// Stateless.
final class PlanPrinter {
    private PlanPrinter() {}

    static String of(EvictionPlan plan, PlanFormat format) {
        return switch (format) {
            case text -> PlanText.of(plan, false);
            case wide -> PlanText.of(plan, true);
            case json -> json(PlanDocument.of(plan));
            case yaml -> yaml(PlanDocument.of(plan));
            case markdown -> PlanMarkdown.of(plan);
            case html -> PlanHtml.of(plan);
        };
    }

    /// @throws CommandFailure when there is no such form of it
    static String of(Timeline timeline, PlanFormat format) {
        return switch (format) {
            case text, wide -> TimelineText.of(timeline, Screen.of(format == PlanFormat.wide));
            case json -> json(TimelineDocument.of(timeline));
            case yaml -> yaml(TimelineDocument.of(timeline));
            case markdown ->
                throw new CommandFailure(
                        ExitCode.USAGE, "-o markdown is for a change: ask for `plan forecast`, or for -o html here");
            case html -> TimelineHtml.of(timeline);
        };
    }

    /// @param top how many losses are shown as text; 0 for all
    /// @throws CommandFailure when there is no such form of it
    static String of(ResilienceReport report, int top, PlanFormat format) {
        return switch (format) {
            case text -> ResilienceText.of(report, top, false);
            case wide -> ResilienceText.of(report, top, true);
            case json -> json(ResilienceDocument.of(report));
            case yaml -> yaml(ResilienceDocument.of(report));
            case markdown -> ResilienceText.markdown(report, top, false);
            case html ->
                throw new CommandFailure(
                        ExitCode.USAGE, "-o html draws one plan: ask for `plan lose`, or for -o markdown here");
        };
    }

    static String of(Comparison comparison, PlanFormat format) {
        return switch (format) {
            case text, wide -> ComparisonText.of(comparison, format == PlanFormat.wide);
            case json -> json(ComparisonDocument.of(comparison));
            case yaml -> yaml(ComparisonDocument.of(comparison));
            case markdown -> ComparisonText.markdown(comparison);
            case html -> TwoPlansHtml.of(ComparisonText.page(comparison), comparison.a(), comparison.b());
        };
    }

    static String of(Replay replay, PlanFormat format) {
        return switch (format) {
            case text, wide -> ReplayText.of(replay, format == PlanFormat.wide);
            case json -> json(ReplayDocument.of(replay));
            case yaml -> yaml(ReplayDocument.of(replay));
            case markdown -> ReplayText.markdown(replay);
            case html ->
                TwoPlansHtml.of(
                        ReplayText.page(replay),
                        replay.comparison().a(),
                        replay.comparison().b());
        };
    }

    static String of(List<Side> sides, PlanFormat format) {
        return switch (format) {
            case text, wide -> PressureText.of(sides, Screen.of(format == PlanFormat.wide));
            case json -> json(PressureReplayDocument.of(sides));
            case yaml -> yaml(PressureReplayDocument.of(sides));
            case markdown -> PressureText.markdown(sides);
            case html -> PressureText.html(sides);
        };
    }

    private static String json(ObjectNode document) {
        return PrettyJson.write(document) + "\n";
    }

    private static String yaml(ObjectNode document) {
        return new String(Yaml.write(document), StandardCharsets.UTF_8);
    }
}
