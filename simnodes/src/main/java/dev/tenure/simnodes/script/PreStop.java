package dev.tenure.simnodes.script;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How long the `preStop` hooks of a pod take, as far as that can be told without running them: a `sleep`
/// action, or a command that is nothing but `sleep N`. Hooks of several containers run at the same time.
public final class PreStop {
    private static final Pattern SLEEP = Pattern.compile("(?:.* )?sleep (\\d{1,6})");

    /// What is longer than a hundred years is as long as that.
    private static final long ENDLESS_SECONDS = Duration.ofDays(36_500).toSeconds();

    private PreStop() {}

    /// @return zero where there is none, or none of these
    public static Duration of(StoredObject pod) {
        if (!new String(pod.json(), StandardCharsets.UTF_8).contains("\"preStop\"")) {
            return Duration.ZERO;
        }
        long longest = 0;
        for (JsonNode container : Json.readObject(pod.json()).path("spec").path("containers")) {
            JsonNode hook = container.path("lifecycle").path("preStop");
            longest = Math.max(longest, hook.path("sleep").path("seconds").asLong());
            longest = Math.max(longest, ofCommand(hook.path("exec").path("command")));
        }
        return Duration.ofSeconds(Math.min(longest, ENDLESS_SECONDS));
    }

    private static long ofCommand(JsonNode command) {
        var words = new StringBuilder();
        command.forEach(word -> words.append(words.isEmpty() ? "" : " ").append(word.asText()));
        Matcher sleep = SLEEP.matcher(words);
        return sleep.matches() ? Long.parseLong(sleep.group(1)) : 0;
    }
}
