package dev.tenure.checks.golden.timeline;

import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The flags that a recording was made with, as settings; what it does not name has upstream's default.
final class TimelineFlags {
    private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m|h)");
    private static final int DEFAULT_TOLERATION_SECONDS = 300;

    private final Map<String, String> values = new HashMap<>();

    TimelineFlags(JsonNode document) {
        for (String component : new String[] {"controllerManager", "apiserver"}) {
            document.path(component).forEach(flag -> {
                String[] parts = flag.asText().split("=", 2);
                values.put(parts[0], parts.length == 2 ? parts[1] : "");
            });
        }
    }

    NodeLifecycleLoop.Configuration nodeLifecycle() {
        var zones = new ZoneHealthRule.Settings(
                number("--node-eviction-rate", 0.1f),
                number("--secondary-node-eviction-rate", 0.01f),
                number("--unhealthy-zone-threshold", 0.55f),
                (int) number("--large-cluster-size-threshold", 50));
        return new NodeLifecycleLoop.Configuration(
                duration("--node-monitor-period", Duration.ofSeconds(5)),
                duration("--node-monitor-grace-period", Duration.ofSeconds(50)),
                duration("--node-startup-grace-period", Duration.ofSeconds(60)),
                zones,
                true);
    }

    int notReadyTolerationSeconds() {
        return (int) number("--default-not-ready-toleration-seconds", DEFAULT_TOLERATION_SECONDS);
    }

    int unreachableTolerationSeconds() {
        return (int) number("--default-unreachable-toleration-seconds", DEFAULT_TOLERATION_SECONDS);
    }

    private float number(String flag, float otherwise) {
        String value = values.get(flag);
        return value == null ? otherwise : Float.parseFloat(value);
    }

    private Duration duration(String flag, Duration otherwise) {
        String value = values.get(flag);
        if (value == null) {
            return otherwise;
        }
        Duration sum = Duration.ZERO;
        Matcher parts = DURATION.matcher(value);
        while (parts.find()) {
            long amount = Long.parseLong(parts.group(1));
            sum = sum.plus(
                    switch (parts.group(2)) {
                        case "ms" -> Duration.ofMillis(amount);
                        case "s" -> Duration.ofSeconds(amount);
                        case "m" -> Duration.ofMinutes(amount);
                        default -> Duration.ofHours(amount);
                    });
        }
        return sum;
    }
}
