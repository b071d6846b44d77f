package dev.tenure.launch.up;

import dev.tenure.agent.configuration.ConfigurationException;
import dev.tenure.agent.configuration.KubeletConfiguration;
import dev.tenure.agent.configuration.KubeletConfigurationParser;
import dev.tenure.agent.configuration.NodePools;
import dev.tenure.agent.eviction.threshold.ThresholdException;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the values of `--kubelet-config`: `FILE` for all nodes, `POOL=FILE` for those of one pool.
final class KubeletFiles {
    private static final Pattern OF_POOL = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)=(.+)");

    private KubeletFiles() {}

    /// @throws CommandFailure when a file cannot be read, or a kubelet would not start with it
    static NodePools read(List<String> values) {
        Optional<KubeletConfiguration> common = Optional.empty();
        Map<String, KubeletConfiguration> byPool = new HashMap<>();
        for (String value : values) {
            Matcher ofPool = OF_POOL.matcher(value);
            if (ofPool.matches()) {
                byPool.put(ofPool.group(1), configuration(ofPool.group(2)));
            } else {
                common = Optional.of(configuration(value));
            }
        }
        return new NodePools(common, byPool);
    }

    private static KubeletConfiguration configuration(String file) {
        String problem;
        try {
            KubeletConfiguration read = KubeletConfigurationParser.parse(Files.readString(Path.of(file)));
            read.pressure();
            return read;
        } catch (IOException e) {
            problem = "cannot be read (" + DirectoryLock.reason(e) + ")";
        } catch (YamlException e) {
            problem = "is no YAML: " + e.getMessage();
        } catch (ConfigurationException | ThresholdException e) {
            problem = "is not valid: " + e.getMessage();
        }
        throw new CommandFailure(ExitCode.FAILED, "kubelet configuration \"%s\" %s".formatted(file, problem));
    }
}
