package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;

/// Policies of taint evictions whose expressions cannot be answered. Stateless.
public final class FailingText {
    private FailingText() {}

    /// A line for each: who thinks that pods are spared has to know that they are not.
    ///
    /// @param failing each with `policy` and `message`
    /// @return empty when there is none
    public static String of(JsonNode failing) {
        var text = new StringBuilder();
        for (JsonNode each : failing) {
            String line = "! policy %s counts only in part: %s"
                    .formatted(
                            each.path("policy").asText(), each.path("message").asText());
            text.append(WrapRule.hanging(line, Screen.now())).append('\n');
        }
        return text.toString();
    }
}
