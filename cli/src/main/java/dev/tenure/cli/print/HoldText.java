package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// What is told of a pod that has to leave because of a taint, where a policy has a say in when, made from an
/// entry of what `/tenure/v1/taint-eviction` answers.
final class HoldText {
    private HoldText() {}

    /// `policy maintenance holds it (Paused): paused, until somebody ends the pause`.
    ///
    /// @param held of an entry
    static String of(JsonNode held) {
        return "policy %s holds it (%s): %s, until %s"
                .formatted(
                        held.path("policy").asText(),
                        held.path("reason").asText(),
                        held.path("message").asText(),
                        end(held));
    }

    private static String end(JsonNode held) {
        return switch (held.path("reason").asText()) {
            case String _
            when held.has("until") ->
                Instant.parse(held.path("until").asText())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString();
            case "Paused" -> "somebody ends the pause";
            case "Brake" -> "fewer nodes have such a taint";
            case "Replacement" -> "its replacement is ready";
            case "Budget" -> "the budget lets it go";
            default -> "its turn comes";
        };
    }

    /// A sentence about an entry that lies ahead.
    ///
    /// @param now moment from which times count
    static String sentence(JsonNode coming, Instant now) {
        String why = coming.path("cause").asText().equals("device-taint") ? "the taint of a device, " : "the taint ";
        String because = "because of " + why + coming.path("taint").asText();
        JsonNode held = coming.path("held");
        if (held.isObject()) {
            Instant due = Instant.parse(coming.path("deadline").asText());
            return "should have left %s ago %s; %s"
                    .formatted(Spans.text(Duration.between(due, now)), because, of(held));
        }
        if (coming.has("taintGoes")) {
            return "stays although it tolerates %s for a while only: that goes at %s"
                    .formatted(
                            why + coming.path("taint").asText(),
                            coming.path("taintGoes").asText());
        }
        long millis = Math.round(coming.path("secondsLeft").asDouble() * 1000);
        return "leaves %s %s%s"
                .formatted(
                        millis == 0 ? "now" : "in " + Spans.text(Duration.ofMillis(millis)),
                        because,
                        EvictionRows.stay(coming.path("stay")));
    }
}
