package dev.tenure.cli.command.plan;

import dev.tenure.cli.print.ComparisonText;
import dev.tenure.cli.print.PressureText;
import dev.tenure.cli.print.ReplayText;
import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.ComparisonDocument;
import dev.tenure.plan.metrics.PressureReplayDocument;
import dev.tenure.plan.metrics.PressureReplayDocument.Side;
import dev.tenure.plan.report.TwoPlansHtml;
import dev.tenure.plan.trace.Replay;
import dev.tenure.plan.trace.ReplayDocument;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What two sides differ in, in any of the forms of a plan. Stateless.
final class DifferenceTexts {
    private DifferenceTexts() {}

    static String of(Comparison comparison, PlanOptions.Format format) {
        return switch (format) {
            case text, wide -> ComparisonText.of(comparison);
            case json -> json(ComparisonDocument.of(comparison));
            case yaml -> yaml(ComparisonDocument.of(comparison));
            case markdown -> ComparisonText.markdown(comparison);
            case html -> TwoPlansHtml.of(ComparisonText.page(comparison), comparison.a(), comparison.b());
        };
    }

    static String of(Replay replay, PlanOptions.Format format) {
        return switch (format) {
            case text, wide -> ReplayText.of(replay);
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

    static String of(List<Side> sides, PlanOptions.Format format) {
        return switch (format) {
            case text, wide -> PressureText.of(sides);
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
