package dev.tenure.launch.up;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.StaticPodParser;
import dev.tenure.launch.nodes.KubeletConfigurations;
import dev.tenure.node.ManifestFolder;
import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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

    /// @param warnings notified of settings that are ignored
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
        KubeletFile.Part part = KubeletConfigurations.read(Path.of(file), _ -> {}, ExitCode.FAILED, warnings);
        String folder = part.fields().path("staticPodPath").asText("");
        KubeletConfiguration read = part.configuration().orElseThrow();
        return folder.isEmpty() ? read : read.withStaticPods(manifests(Path.of(folder)));
    }

    /// What the folder of static pods holds now; later changes count when the cluster is started again.
    private static Map<String, String> manifests(Path folder) {
        try {
            if (!Files.exists(folder)) {
                throw new NoSuchFileException(folder.toString());
            }
            ManifestFolder.Found found = new ManifestFolder(Optional.of(folder)).read();
            found.faults().forEach((file, fault) -> {
                throw new CommandFailure(
                        ExitCode.FAILED, "static pod \"%s\" cannot be read: %s".formatted(file, fault));
            });
            var parser = new StaticPodParser("node");
            found.texts().forEach(parser::parse);
            return found.texts();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "staticPodPath \"%s\" cannot be read (%s)".formatted(folder, IoWords.briefly(e)));
        } catch (ConfigException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }
}
