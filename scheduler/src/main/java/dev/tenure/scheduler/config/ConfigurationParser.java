package dev.tenure.scheduler.config;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.TopologySpreadConstraint;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.rules.device.DeviceMatcher;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.framework.Plugin;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.plugin.PluginArguments;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.scheduler.plugin.defaultpreemption.DefaultPreemption;
import dev.tenure.scheduler.plugin.dynamicresources.DynamicResources;
import dev.tenure.scheduler.plugin.noderesources.NodeResourcesFit;
import dev.tenure.scheduler.plugin.noderesources.ScoredResource;
import dev.tenure.scheduler.plugin.noderesources.ScoringStrategy;
import dev.tenure.scheduler.plugin.noderesources.ScoringStrategy.RequestedToCapacityRatio.Point;
import dev.tenure.scheduler.plugin.podtopologyspread.PodTopologySpread;
import dev.tenure.scheduler.plugin.queuesort.PrioritySort;
import dev.tenure.scheduler.queue.Backoff;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.StreamSupport;

/// Reads a KubeSchedulerConfiguration of version v1, already decoded from YAML or JSON. Fields of clients,
/// leader election and extenders are other people's business.
public final class ConfigurationParser {
    private static final String API_VERSION = "kubescheduler.config.k8s.io/v1";
    private static final String KIND = "KubeSchedulerConfiguration";
    private static final int BINDINGS_MAX = 512;
    private static final Duration REST_MAX = Duration.ofDays(36_500);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final List<String> POINTS = List.of(
            "preEnqueue",
            "queueSort",
            "preFilter",
            "filter",
            "postFilter",
            "preScore",
            "score",
            "reserve",
            "permit",
            "preBind",
            "bind",
            "postBind",
            "multiPoint");

    private final RandomGenerator random;
    private final SearchOrder order;
    private final List<Plugin> ownPlugins;
    private final FeatureGates gates;
    private final DeviceMatcher devices;

    /// @param ownPlugins plugins beside the default ones, which a profile may enable by name
    public ConfigurationParser(RandomGenerator random, SearchOrder order, List<Plugin> ownPlugins) {
        this(random, order, ownPlugins, FeatureGates.STANDARD);
    }

    /// The same with features switched on or off.
    public ConfigurationParser(RandomGenerator random, SearchOrder order, List<Plugin> ownPlugins, FeatureGates gates) {
        this(random, order, ownPlugins, gates, DeviceMatcher.NONE);
    }

    /// @param devices runs the selectors of devices
    public ConfigurationParser(
            RandomGenerator random,
            SearchOrder order,
            List<Plugin> ownPlugins,
            FeatureGates gates,
            DeviceMatcher devices) {
        this.gates = gates;
        this.devices = devices;
        this.random = random;
        this.order = order;
        this.ownPlugins = List.copyOf(ownPlugins);
    }

    /// @throws ConfigurationException when a value is not valid; the message names it
    public SchedulerConfiguration parse(JsonNode file) {
        ConfigurationBounds.require(
                file.path("apiVersion").asText().equals(API_VERSION), "apiVersion", file, "must be " + API_VERSION);
        ConfigurationBounds.require(file.path("kind").asText().equals(KIND), "kind", file, "must be " + KIND);
        int percentage = percentage(file, 0);
        var profiles = new ArrayList<Profile>();
        var dynamicResources = new DynamicResources(devices, random);
        var names = new HashSet<String>();
        JsonNode listed = file.path("profiles");
        for (int i = 0; i < listed.size(); i++) {
            Profile profile = profile(listed.get(i), "profiles[" + i + "]", percentage, dynamicResources);
            ConfigurationBounds.require(
                    names.add(profile.schedulerName()),
                    "profiles[" + i + "].schedulerName",
                    listed.get(i),
                    "must be unique");
            profiles.add(profile);
        }
        if (profiles.isEmpty()) {
            profiles.add(profile(Json.object(), "profiles[0]", percentage, dynamicResources));
        }
        ConfigurationBounds.backoff(file);
        var backoff = new Backoff(
                rest(file.path("podInitialBackoffSeconds").asLong(1)),
                rest(file.path("podMaxBackoffSeconds").asLong(10)));
        return new SchedulerConfiguration(
                profiles, new PrioritySort(), order, backoff, random, SchedulerConfiguration.NOBODY, BINDINGS_MAX);
    }

    /// Longer ones are as good as for ever, and their double would be beyond all numbers.
    private static Duration rest(long seconds) {
        return Duration.ofSeconds(Math.min(seconds, REST_MAX.toSeconds()));
    }

    private static int percentage(JsonNode from, int otherwise) {
        long percentage = from.path("percentageOfNodesToScore").asLong(otherwise);
        ConfigurationBounds.require(
                percentage >= 0 && percentage <= 100, "percentageOfNodesToScore", from, "must lie between 0 and 100");
        return (int) percentage;
    }

    private Profile profile(JsonNode profile, String path, int percentage, DynamicResources dynamicResources) {
        Map<String, JsonNode> arguments = new HashMap<>();
        for (JsonNode one : profile.path("pluginConfig")) {
            arguments.put(one.path("name").asText(), one.path("args"));
        }
        ConfigurationBounds.arguments(arguments);
        var known = new ArrayList<>(PluginRegistry.defaults(arguments(arguments), random, dynamicResources));
        known.addAll(ownPlugins);
        Map<String, Integer> weights = new HashMap<>(PluginRegistry.DEFAULT_WEIGHTS);
        JsonNode plugins = profile.path("plugins");
        Set<String> enabled = enabled(plugins, weights);
        for (String name : enabled) {
            boolean found = name.equals(PluginRegistry.DEFAULT_BINDER)
                    || known.stream().anyMatch(plugin -> plugin.name().equals(name));
            ConfigurationBounds.require(found, path + ".plugins", profile, "there is no plugin \"" + name + "\"");
        }
        List<Plugin> chosen =
                known.stream().filter(plugin -> enabled.contains(plugin.name())).toList();
        return new Profile(
                profile.path("schedulerName").asText(SchedulerConfiguration.DEFAULT_SCHEDULER),
                chosen,
                weights,
                percentage(profile, percentage));
    }

    /// The default plugins, less those that are disabled at every point or at `multiPoint`, and those that
    /// are enabled besides.
    private static Set<String> enabled(JsonNode plugins, Map<String, Integer> weights) {
        var enabled = new LinkedHashSet<String>();
        PluginRegistry.defaultNames().forEach(enabled::add);
        for (String point : POINTS) {
            for (JsonNode one : plugins.path(point).path("disabled")) {
                String name = one.path("name").asText();
                if (point.equals("multiPoint") && name.equals("*")) {
                    enabled.clear();
                } else if (point.equals("score")) {
                    switchOffScore(name, weights);
                } else {
                    enabled.remove(name);
                }
            }
        }
        for (String point : POINTS) {
            for (JsonNode one : plugins.path(point).path("enabled")) {
                String name = one.path("name").asText();
                enabled.add(name);
                long weight = one.path("weight").asLong();
                ConfigurationBounds.require(weight == (int) weight, "weight", one, "must be a whole number of 32 bits");
                ConfigurationBounds.require(weight >= 0 || isUnscored(name), "weight", one, "must not be negative");
                if (weight > 0) {
                    weights.put(name, (int) weight);
                }
            }
        }
        return enabled;
    }

    /// Whether a plugin never scores: what weight it is given is nobody's concern.
    private static boolean isUnscored(String name) {
        return PluginRegistry.defaultNames().contains(name) && !PluginRegistry.SCORED.contains(name);
    }

    /// A plugin whose scores do not count still filters.
    private static void switchOffScore(String name, Map<String, Integer> weights) {
        if (name.equals("*")) {
            PluginRegistry.SCORED.forEach(one -> weights.put(one, 0));
        } else {
            weights.put(name, 0);
        }
    }

    private PluginArguments arguments(Map<String, JsonNode> arguments) {
        PluginArguments defaults = PluginArguments.DEFAULT;
        JsonNode fit = arguments.getOrDefault("NodeResourcesFit", Json.object());
        JsonNode balanced = arguments.getOrDefault("NodeResourcesBalancedAllocation", Json.object());
        JsonNode interPod = arguments.getOrDefault("InterPodAffinity", Json.object());
        JsonNode preemption = arguments.getOrDefault("DefaultPreemption", Json.object());
        return new PluginArguments(
                addedAffinity(arguments.getOrDefault("NodeAffinity", Json.object())),
                fit.has("scoringStrategy") ? strategy(fit.path("scoringStrategy")) : defaults.scoringStrategy(),
                new NodeResourcesFit.Ignored(
                        Frozen.set(texts(fit.path("ignoredResources"))),
                        Frozen.set(texts(fit.path("ignoredResourceGroups")))),
                balanced.has("resources") ? resources(balanced.path("resources")) : defaults.balancedResources(),
                spread(arguments.getOrDefault("PodTopologySpread", Json.object())),
                interPod.path("hardPodAffinityWeight").asInt(defaults.hardPodAffinityWeight()),
                interPod.path("ignorePreferredTermsOfExistingPods").asBoolean(false),
                new DefaultPreemption.Sample(
                        preemption
                                .path("minCandidateNodesPercentage")
                                .asInt(DefaultPreemption.Sample.DEFAULT.percentage()),
                        preemption
                                .path("minCandidateNodesAbsolute")
                                .asInt(DefaultPreemption.Sample.DEFAULT.absolute())),
                deviceLimits(arguments.getOrDefault(DynamicResources.NAME, Json.object())),
                gates.comparisonOperators());
    }

    private static Affinity addedAffinity(JsonNode arguments) {
        if (!arguments.path("addedAffinity").isObject()) {
            return Affinity.NONE;
        }
        var pod = Json.object();
        pod.putObject("spec").putObject("affinity").set("nodeAffinity", arguments.path("addedAffinity"));
        return ((Pod) Views.view(ResourceTypes.PODS, pod)).spec().affinity();
    }

    private static ScoringStrategy strategy(JsonNode strategy) {
        List<ScoredResource> resources = strategy.path("resources").isEmpty()
                ? ScoringStrategy.CPU_AND_MEMORY
                : resources(strategy.path("resources"));
        String type = strategy.path("type").asText("LeastAllocated");
        return switch (type) {
            case "LeastAllocated" -> new ScoringStrategy.LeastAllocated(resources);
            case "MostAllocated" -> new ScoringStrategy.MostAllocated(resources);
            case "RequestedToCapacityRatio" ->
                new ScoringStrategy.RequestedToCapacityRatio(
                        resources,
                        each(
                                strategy.path("requestedToCapacityRatio").path("shape"),
                                point -> new Point(
                                        point.path("utilization").asInt(),
                                        point.path("score").asInt())));
            default ->
                throw new SchedulerConfigurationException("scoringStrategy.type: \"" + type
                        + "\" is not valid: one of LeastAllocated, MostAllocated, RequestedToCapacityRatio");
        };
    }

    private static List<ScoredResource> resources(JsonNode list) {
        return each(
                list,
                one -> new ScoredResource(
                        one.path("name").asText(), one.path("weight").asLong(1)));
    }

    private static DynamicResources.Limits deviceLimits(JsonNode arguments) {
        Duration filter = duration(arguments, "filterTimeout", DynamicResources.Limits.DEFAULT.filter());
        ConfigurationBounds.require(!filter.isNegative(), "filterTimeout", arguments, "must be zero or positive");
        Duration binding = duration(arguments, "bindingTimeout", DynamicResources.Limits.DEFAULT.binding());
        ConfigurationBounds.require(
                binding.compareTo(SECOND) >= 0, "bindingTimeout", arguments, "must be at least 1 second");
        return new DynamicResources.Limits(filter, binding);
    }

    private static Duration duration(JsonNode arguments, String field, Duration otherwise) {
        if (!arguments.hasNonNull(field)) {
            return otherwise;
        }
        try {
            return GoDurationParser.parse(arguments.path(field).asText());
        } catch (IllegalArgumentException e) {
            throw new SchedulerConfigurationException(field + ": " + e.getMessage());
        }
    }

    private static PodTopologySpread.Defaults spread(JsonNode arguments) {
        if (!arguments.path("defaultingType").asText("System").equals("List")) {
            return PodTopologySpread.Defaults.SYSTEM;
        }
        var pod = Json.object();
        pod.putObject("spec").set("topologySpreadConstraints", arguments.path("defaultConstraints"));
        List<TopologySpreadConstraint> constraints =
                arguments.path("defaultConstraints").isArray()
                        ? ((Pod) Views.view(ResourceTypes.PODS, pod)).spec().topologySpreadConstraints()
                        : List.of();
        return new PodTopologySpread.Defaults(constraints, false);
    }

    private static List<String> texts(JsonNode list) {
        return each(list, JsonNode::asText);
    }

    private static <T> List<T> each(JsonNode list, Function<JsonNode, T> reader) {
        return StreamSupport.stream(list.spliterator(), false).map(reader).toList();
    }
}
