package dev.tenure.launch.scheduler;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kinds.expression.DeviceExpressionCache;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.scheduler.config.ConfigurationParser;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.config.SchedulerConfigurationException;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The scheduler's configuration from a KubeSchedulerConfiguration file, or without one upstream's defaults.
public final class SchedulerFile {
    private SchedulerFile() {}

    /// @param file absent for the defaults
    /// @throws CommandFailure when the file cannot be read or is not valid
    public static SchedulerConfiguration read(@Nullable Path file, FeatureGates gates) {
        var random = new SplittableRandom();
        var devices = new DeviceExpressionCache();
        return file == null
                ? SchedulerConfiguration.standard(random, gates, devices)
                : parse(file, new ConfigurationParser(random, SearchOrder.FULL, PluginRegistry.own(), gates, devices));
    }

    private static SchedulerConfiguration parse(Path file, ConfigurationParser parser) {
        try {
            return parser.parse(tree(file));
        } catch (SchedulerConfigurationException e) {
            throw new CommandFailure(
                    ExitCode.USAGE, "scheduler configuration \"%s\": %s".formatted(file, e.getMessage()));
        }
    }

    private static JsonNode tree(Path file) {
        try {
            return Yaml.read(Files.readAllBytes(file)).value();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "scheduler configuration \"%s\" cannot be read (%s)".formatted(file, IoWords.briefly(e)));
        } catch (YamlException e) {
            throw new CommandFailure(
                    ExitCode.USAGE, "scheduler configuration \"%s\" is no YAML: %s".formatted(file, e.getMessage()));
        }
    }

    /// A text of the file's section `leaderElection`, for example `resourceName`.
    static Optional<String> leaderElection(@Nullable Path file, String field) {
        return file == null
                ? Optional.empty()
                : Optional.of(tree(file).path("leaderElection").path(field))
                        .filter(JsonNode::isValueNode)
                        .map(JsonNode::asText);
    }
}
