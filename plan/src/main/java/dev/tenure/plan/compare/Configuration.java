package dev.tenure.plan.compare;

import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.ForecastOptions.Components;
import dev.tenure.plan.forecast.ForecastOptions.Monitor;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.scheduler.config.ConfigurationParser;
import dev.tenure.scheduler.config.SchedulerConfigurationException;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// How the components of a cluster are set up, as one side of a comparison. Immutable.
///
/// @param settings what differs from the usual, in words
/// @param options of the forecast under it
/// @param notes what has to be known about it, as sentences
public record Configuration(List<String> settings, ForecastOptions options, List<String> notes) {
    private static final String SCHEDULER = "KubeSchedulerConfiguration";
    private static final String NOT_READY = "default-not-ready-toleration-seconds";
    private static final String UNREACHABLE = "default-unreachable-toleration-seconds";
    private static final List<String> FLAGS = List.of(
            "semantics",
            "node-monitor-grace-period",
            "node-monitor-period",
            "node-eviction-rate",
            "secondary-node-eviction-rate",
            "unhealthy-zone-threshold",
            "large-cluster-size-threshold",
            NOT_READY,
            UNREACHABLE);

    public Configuration {
        settings = List.copyOf(settings);
        notes = List.copyOf(notes);
    }

    /// Without any setting of its own.
    public static Configuration of(ForecastOptions options) {
        return new Configuration(List.of(), options, List.of());
    }

    /// A forecast's options for a cluster as it says itself that it is set up; what is of no use here, for
    /// example of a later version, is passed over.
    public static ForecastOptions stated(StatedSettings said) {
        Configuration all = of(ForecastOptions.STANDARD);
        for (Map.Entry<String, String> flag : said.flags().entrySet()) {
            try {
                all = FLAGS.contains(flag.getKey()) ? all.with(flag.getKey(), flag.getValue()) : all;
            } catch (IllegalArgumentException _) {
                // it goes by the usual value
            }
        }
        return all.options();
    }

    /// With other assumptions that are none of its settings.
    public Configuration withOptions(ForecastOptions other) {
        return new Configuration(settings, other, notes);
    }

    /// With a document of a file: a KubeSchedulerConfiguration, or an object without a kind, of flags and
    /// their values.
    ///
    /// @throws IllegalArgumentException when it is neither or has a wrong value; the message says which
    public Configuration with(JsonNode document) {
        String kind = document.path("kind").asText("");
        if (kind.equals(SCHEDULER)) {
            return withScheduler(document);
        }
        if (kind.equals(KubeletFlags.KIND)) {
            return with(
                            KubeletFlags.KIND,
                            options.withComponents(options.components().withKubelet(document)))
                    .checked()
                    .noting(KubeletFlags.NOTE);
        }
        if (!kind.isEmpty() || !document.isObject()) {
            throw new IllegalArgumentException(
                    "expected a %s, a %s, or flags as `node-monitor-grace-period: 40s`, not %s"
                            .formatted(
                                    SCHEDULER,
                                    KubeletFlags.KIND,
                                    kind.isEmpty() ? "a document that is no object" : "a " + kind));
        }
        Configuration all = this;
        for (Map.Entry<String, JsonNode> flag : document.properties()) {
            all = all.with(flag.getKey(), flag.getValue().asText());
        }
        return all;
    }

    /// The same, when its parts go together: a soft threshold needs its grace period, which is a flag of its
    /// own.
    ///
    /// @throws IllegalArgumentException when a kubelet would not start with them
    public Configuration checked() {
        options.components().kubelet().ifPresent(KubeletFlags::requireValid);
        return this;
    }

    /// How its kubelets treat pressure.
    public PressureSettings pressure() {
        return options.components()
                .kubelet()
                .map(KubeletConfigurationParser::parse)
                .orElse(KubeletConfiguration.STANDARD)
                .pressure();
    }

    private Configuration withScheduler(JsonNode document) {
        try {
            new ConfigurationParser(new SplittableRandom(), SearchOrder.FULL, PluginRegistry.own()).parse(document);
        } catch (SchedulerConfigurationException e) {
            throw new IllegalArgumentException(SCHEDULER + ": " + e.getMessage(), e);
        }
        return with(SCHEDULER, options.withComponents(options.components().withScheduler(document)));
    }

    /// With the value of a flag, named as upstream's components name it, with or without `--`.
    ///
    /// @throws IllegalArgumentException when there is no such flag or the value is not one of it
    public Configuration with(String flag, String value) {
        String name = flag.startsWith("--") ? flag.substring(2) : flag;
        Configuration changed;
        try {
            changed = with(name + "=" + value, changed(name, value));
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("%s: \"%s\" is no number".formatted(name, value));
        }
        if (KubeletFlags.NAMES.contains(name)) {
            return changed.noting(KubeletFlags.NOTE);
        }
        return name.equals(NOT_READY) || name.equals(UNREACHABLE)
                ? changed.noting(
                        "default toleration seconds count for pods that are made meanwhile: those that are there keep the"
                                + " tolerations with which they were made")
                : changed;
    }

    private Configuration noting(String note) {
        return new Configuration(
                settings,
                options,
                Stream.concat(notes.stream(), Stream.of(note)).distinct().toList());
    }

    private Configuration with(String setting, ForecastOptions changed) {
        var all = new ArrayList<>(settings);
        all.add(setting);
        return new Configuration(all, changed, notes);
    }

    private ForecastOptions changed(String name, String value) {
        Monitor old = options.monitor();
        Components parts = options.components();
        return switch (name) {
            case "semantics" -> options.withSemantics(value);
            case "node-monitor-grace-period" ->
                options.withMonitor(new Monitor(
                        period(name, value),
                        old.period(),
                        old.rate(),
                        old.secondaryRate(),
                        old.unhealthyThreshold(),
                        old.largeCluster()));
            case "node-monitor-period" ->
                options.withMonitor(new Monitor(
                        old.grace(),
                        period(name, value),
                        old.rate(),
                        old.secondaryRate(),
                        old.unhealthyThreshold(),
                        old.largeCluster()));
            case "node-eviction-rate", "secondary-node-eviction-rate", "unhealthy-zone-threshold" ->
                options.withMonitor(zones(old, name, value));
            case "large-cluster-size-threshold" ->
                options.withMonitor(new Monitor(
                        old.grace(), old.period(), old.rate(), old.secondaryRate(), old.unhealthyThreshold(), (int)
                                whole(name, value)));
            case NOT_READY -> options.withComponents(parts.withNotReadySeconds(whole(name, value)));
            case UNREACHABLE -> options.withComponents(parts.withUnreachableSeconds(whole(name, value)));
            default ->
                KubeletFlags.over(parts.kubelet(), name, value)
                        .map(kubelet -> options.withComponents(parts.withKubelet(kubelet)))
                        .orElseThrow(() -> unknown(name));
        };
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("\"%s\" is not a flag that can be compared; there are %s, %s"
                .formatted(name, String.join(", ", FLAGS), String.join(", ", KubeletFlags.NAMES)));
    }

    private static Monitor zones(Monitor old, String name, String value) {
        float number = Float.parseFloat(value);
        boolean share = name.equals("unhealthy-zone-threshold");
        // written so that NaN is refused as well
        if (!(number >= 0 && number <= (share ? 1 : Float.MAX_VALUE))) {
            throw new IllegalArgumentException("%s: %s is not %s"
                    .formatted(name, value, share ? "a fraction from 0 to 1" : "a rate: nodes a second, 0 or more"));
        }
        return new Monitor(
                old.grace(),
                old.period(),
                name.equals("node-eviction-rate") ? number : old.rate(),
                name.equals("secondary-node-eviction-rate") ? number : old.secondaryRate(),
                share ? number : old.unhealthyThreshold(),
                old.largeCluster());
    }

    private static long whole(String name, String value) {
        int number = Integer.parseInt(value);
        if (number < 0) {
            throw new IllegalArgumentException("%s: %s is negative".formatted(name, value));
        }
        return number;
    }

    private static Duration period(String name, String value) {
        Duration period;
        try {
            period = GoDurationParser.parse(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: \"%s\" is not a duration, for example 40s".formatted(name, value), e);
        }
        if (!period.isPositive()) {
            throw new IllegalArgumentException("%s: %s is not longer than 0s".formatted(name, value));
        }
        return period;
    }
}
