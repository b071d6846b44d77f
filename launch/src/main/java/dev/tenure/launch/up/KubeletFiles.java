package dev.tenure.launch.up;

import dev.tenure.agent.configuration.KubeletConfiguration;
import dev.tenure.agent.configuration.NodePools;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.launch.nodes.KubeletConfigurations;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the values of `--kubelet-config`: `FILE` for all nodes, `POOL=FILE` for those of one pool.
final class KubeletFiles {
    private static final Pattern OF_POOL = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)=(.+)");

    private KubeletFiles() {}

    /// @param warnings told of settings that are ignored
    /// @throws dev.tenure.cli.command.CommandFailure when a kubelet would not start with a file
    static NodePools read(List<String> values, Consumer<String> warnings) {
        Optional<KubeletConfiguration> common = Optional.empty();
        Map<String, KubeletConfiguration> byPool = new HashMap<>();
        for (String value : values) {
            Matcher ofPool = OF_POOL.matcher(value);
            if (ofPool.matches()) {
                byPool.put(ofPool.group(1), configuration(ofPool.group(2), warnings));
            } else {
                common = Optional.of(configuration(value, warnings));
            }
        }
        return new NodePools(common, byPool);
    }

    private static KubeletConfiguration configuration(String file, Consumer<String> warnings) {
        return KubeletConfigurations.read(Path.of(file), _ -> {}, ExitCode.FAILED, warnings)
                .configuration()
                .orElseThrow();
    }
}
