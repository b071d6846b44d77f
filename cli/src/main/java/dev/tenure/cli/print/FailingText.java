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
            text.append("! policy ")
                    .append(each.path("policy").asText())
                    .append(" counts only in part: ")
                    .append(each.path("message").asText())
                    .append('\n');
        }
        return text.toString();
    }
}
